CREATE TABLE figurino (cod_figurino INTEGER PRIMARY KEY, descricao TEXT NOT NULL, tamanho TEXT, epoca TEXT, tecido TEXT, valor_seguro REAL, adquirido_em TEXT, abatido_em TEXT, cod_armario TEXT REFERENCES armario(cod_armario));
CREATE TABLE armario (cod_armario TEXT PRIMARY KEY, piso INTEGER NOT NULL, climatizado TEXT NOT NULL, lugares INTEGER NOT NULL);
CREATE TABLE producao (cod_producao INTEGER PRIMARY KEY, opera TEXT NOT NULL, compositor TEXT NOT NULL, estreia TEXT NOT NULL, ultima_recita TEXT, encenador TEXT);
CREATE TABLE artista (cod_artista INTEGER PRIMARY KEY, nome_artista TEXT NOT NULL, voz TEXT, altura_cm INTEGER, pais TEXT);
CREATE TABLE uso (cod_uso INTEGER PRIMARY KEY, cod_figurino INTEGER NOT NULL REFERENCES figurino(cod_figurino), cod_producao INTEGER NOT NULL REFERENCES producao(cod_producao), cod_artista INTEGER REFERENCES artista(cod_artista), personagem TEXT NOT NULL);
CREATE TABLE costureira (cod_costureira INTEGER PRIMARY KEY, nome TEXT NOT NULL, preco_hora REAL NOT NULL, reformada INTEGER NOT NULL);
CREATE TABLE arranjo (cod_arranjo INTEGER PRIMARY KEY, cod_figurino INTEGER NOT NULL REFERENCES figurino(cod_figurino), pedida_por INTEGER REFERENCES costureira(cod_costureira), feita_por INTEGER REFERENCES costureira(cod_costureira), pedido_em TEXT NOT NULL, pronto_em TEXT, horas REAL, tipo TEXT NOT NULL);
CREATE TABLE aluguer (cod_aluguer INTEGER PRIMARY KEY, cod_figurino INTEGER NOT NULL REFERENCES figurino(cod_figurino), cliente TEXT NOT NULL, saida TEXT NOT NULL, prevista TEXT NOT NULL, devolvido TEXT, preco_eur REAL NOT NULL, caucao_paga TEXT NOT NULL);
CREATE TABLE lavagem (cod_figurino INTEGER NOT NULL REFERENCES figurino(cod_figurino), lavado_em TEXT NOT NULL, a_seco TEXT NOT NULL, PRIMARY KEY (cod_figurino, lavado_em));
