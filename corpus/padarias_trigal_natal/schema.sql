CREATE TABLE loja (
  loja_id INTEGER PRIMARY KEY,
  nome TEXT NOT NULL,
  bairro TEXT,
  cidade TEXT,
  gerente_id INTEGER,
  inaugurada_em DATE,
  fechada_em DATE
);
CREATE TABLE funcionario (
  func_id INTEGER PRIMARY KEY,
  nome TEXT,
  cargo TEXT,
  loja_id INTEGER REFERENCES loja(loja_id),
  admitido_em DATE,
  desligado_em DATE,
  turno TEXT
);
CREATE TABLE categoria (
  categoria_id INTEGER PRIMARY KEY,
  descricao TEXT
);
CREATE TABLE produto (
  produto_id INTEGER PRIMARY KEY,
  nome TEXT,
  categoria_id INTEGER REFERENCES categoria(categoria_id),
  preco_centavos INTEGER,
  custo_centavos INTEGER,
  contem_gluten TEXT,
  validade_horas INTEGER,
  ativo TEXT
);
CREATE TABLE fornada (
  fornada_id INTEGER PRIMARY KEY,
  loja_id INTEGER REFERENCES loja(loja_id),
  produto_id INTEGER REFERENCES produto(produto_id),
  padeiro_id INTEGER REFERENCES funcionario(func_id),
  inicio DATETIME,
  fim DATETIME,
  qtd_planejada INTEGER,
  qtd_produzida INTEGER,
  forno INTEGER
);
CREATE TABLE motivo_perda (
  motivo_cod TEXT PRIMARY KEY,
  descricao TEXT,
  evitavel TEXT
);
CREATE TABLE perda (
  perda_id INTEGER PRIMARY KEY,
  loja_id INTEGER REFERENCES loja(loja_id),
  produto_id INTEGER REFERENCES produto(produto_id),
  motivo_cod TEXT REFERENCES motivo_perda(motivo_cod),
  registrada_em DATETIME,
  registrada_por INTEGER REFERENCES funcionario(func_id),
  qtd INTEGER,
  doada TEXT,
  observacao TEXT
);
CREATE TABLE transferencia (
  transf_id INTEGER PRIMARY KEY,
  loja_origem_id INTEGER REFERENCES loja(loja_id),
  loja_destino_id INTEGER REFERENCES loja(loja_id),
  produto_id INTEGER REFERENCES produto(produto_id),
  qtd INTEGER,
  enviada_em DATETIME,
  recebida_em DATETIME
);
CREATE VIEW resumo_perdas AS
  SELECT loja_id, motivo_cod, sum(qtd) AS total_qtd FROM perda WHERE doada = 'nao' GROUP BY loja_id, motivo_cod;
