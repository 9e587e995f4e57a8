CREATE TABLE freguesia (cod_freg INTEGER PRIMARY KEY, nome_freg TEXT NOT NULL);
CREATE TABLE processo_obra (num_processo TEXT PRIMARY KEY, tipo TEXT, ano INTEGER, cod_freg INTEGER REFERENCES freguesia(cod_freg), morada TEXT, arquiteto TEXT, metros_prateleira REAL, digitalizado TEXT NOT NULL, restrito TEXT NOT NULL);
CREATE TABLE planta (id_planta INTEGER PRIMARY KEY, num_processo TEXT NOT NULL REFERENCES processo_obra(num_processo), titulo TEXT, escala INTEGER, suporte TEXT, danificada TEXT NOT NULL);
CREATE TABLE requerente (id_requerente INTEGER PRIMARY KEY, nome TEXT NOT NULL, profissao TEXT, localidade TEXT, email TEXT, data_registo TEXT);
CREATE TABLE tecnico (id_tecnico INTEGER PRIMARY KEY, nome TEXT NOT NULL, categoria TEXT, data_entrada TEXT, data_saida TEXT, id_chefe INTEGER);
CREATE TABLE estado_pedido (cod_estado TEXT PRIMARY KEY, descricao TEXT NOT NULL);
CREATE TABLE pedido (id_pedido INTEGER PRIMARY KEY, id_requerente INTEGER NOT NULL, num_processo TEXT NOT NULL, data_pedido TEXT NOT NULL, data_resposta TEXT, finalidade TEXT, cod_estado TEXT, id_tecnico INTEGER, id_autorizador INTEGER, urgente TEXT NOT NULL);
CREATE TABLE copia (id_copia INTEGER PRIMARY KEY, id_pedido INTEGER NOT NULL REFERENCES pedido(id_pedido), id_planta INTEGER NOT NULL REFERENCES planta(id_planta), formato TEXT, quantidade INTEGER, preco_unit NUMERIC);
CREATE TABLE pagamento (id_pagamento INTEGER PRIMARY KEY, id_pedido INTEGER REFERENCES pedido(id_pedido), valor NUMERIC, data_pag TEXT, meio TEXT);
