CREATE TABLE cliente (cod_cliente INTEGER PRIMARY KEY, nome TEXT NOT NULL, uf TEXT NOT NULL, cidade TEXT NOT NULL, email TEXT, nascimento TEXT, origem TEXT NOT NULL);
CREATE TABLE colchao (cod_modelo TEXT PRIMARY KEY, modelo TEXT NOT NULL, densidade INTEGER, altura_cm INTEGER NOT NULL, firmeza TEXT NOT NULL, fora_de_linha TEXT NOT NULL);
CREATE TABLE tamanho (cod_tam TEXT PRIMARY KEY, descricao TEXT NOT NULL, largura_cm INTEGER NOT NULL);
CREATE TABLE tabela_preco (cod_modelo TEXT NOT NULL REFERENCES colchao(cod_modelo), cod_tam TEXT NOT NULL REFERENCES tamanho(cod_tam), preco REAL NOT NULL, PRIMARY KEY (cod_modelo, cod_tam));
CREATE TABLE transportadora (cod_transp INTEGER PRIMARY KEY, razao TEXT NOT NULL, prazo_dias INTEGER NOT NULL);
CREATE TABLE venda (num_venda INTEGER PRIMARY KEY, cod_cliente INTEGER NOT NULL REFERENCES cliente(cod_cliente), cod_modelo TEXT NOT NULL REFERENCES colchao(cod_modelo), cod_tam TEXT NOT NULL REFERENCES tamanho(cod_tam), data_venda TEXT NOT NULL, valor_pago REAL NOT NULL, parcelas INTEGER NOT NULL, cupom TEXT, cod_transp INTEGER REFERENCES transportadora(cod_transp), data_entrega TEXT, situacao TEXT NOT NULL);
CREATE TABLE devolucao (num_dev INTEGER PRIMARY KEY, num_venda INTEGER NOT NULL REFERENCES venda(num_venda), data_pedido TEXT NOT NULL, motivo TEXT NOT NULL, data_coleta TEXT, reembolso REAL, doado TEXT NOT NULL);
CREATE TABLE avaliacao (num_venda INTEGER PRIMARY KEY REFERENCES venda(num_venda), nota INTEGER NOT NULL, comentario TEXT, data_avaliacao TEXT NOT NULL);
CREATE TABLE atendimento (protocolo INTEGER PRIMARY KEY, cod_cliente INTEGER NOT NULL REFERENCES cliente(cod_cliente), aberto_em TEXT NOT NULL, fechado_em TEXT, assunto TEXT NOT NULL, canal TEXT NOT NULL);
