-- bicycle factory, Águeda (Portugal)
CREATE TABLE Linha (CodLinha TEXT PRIMARY KEY, NomeLinha TEXT NOT NULL, Pavilhao TEXT, CapacidadeDia INTEGER, Ativa TEXT NOT NULL);
CREATE TABLE Operador (NumOperador INTEGER PRIMARY KEY, Nome TEXT NOT NULL, CodLinha TEXT REFERENCES Linha(CodLinha), DataAdmissao TEXT NOT NULL, DataSaida TEXT, SalarioMensal NUMERIC, Turno TEXT, ChefeNum INTEGER REFERENCES Operador(NumOperador));
CREATE TABLE Modelo (CodModelo TEXT PRIMARY KEY, Designacao TEXT NOT NULL, Segmento TEXT, Eletrica TEXT NOT NULL, PesoKg REAL, PrecoVenda NUMERIC, Descontinuado TEXT NOT NULL);
CREATE TABLE Fornecedor (NumFornecedor INTEGER PRIMARY KEY, NomeFornecedor TEXT NOT NULL, Pais TEXT, PrazoDias INTEGER);
CREATE TABLE Componente (CodComp TEXT PRIMARY KEY, Descricao TEXT NOT NULL, Familia TEXT, NumFornecedor INTEGER REFERENCES Fornecedor(NumFornecedor), NumFornecedorAlt INTEGER REFERENCES Fornecedor(NumFornecedor), CustoUnit NUMERIC, StockAtual INTEGER, StockMinimo INTEGER);
CREATE TABLE ListaMateriais (CodModelo TEXT REFERENCES Modelo(CodModelo), CodComp TEXT REFERENCES Componente(CodComp), Quantidade INTEGER NOT NULL, PRIMARY KEY (CodModelo, CodComp));
CREATE TABLE Cliente (NumCliente INTEGER PRIMARY KEY, NomeCliente TEXT NOT NULL, Pais TEXT);
CREATE TABLE OrdemFabrico (NumOrdem INTEGER PRIMARY KEY, CodModelo TEXT NOT NULL REFERENCES Modelo(CodModelo), CodLinha TEXT NOT NULL REFERENCES Linha(CodLinha), NumCliente INTEGER REFERENCES Cliente(NumCliente), QtdPedida INTEGER NOT NULL, QtdMontada INTEGER, Prazo TEXT, InicioReal TEXT, FimReal TEXT, Estado TEXT NOT NULL); -- Estado: P planeada, C em curso, F fechada, A anulada
CREATE TABLE Inspecao (NumInspecao INTEGER PRIMARY KEY, NumOrdem INTEGER NOT NULL REFERENCES OrdemFabrico(NumOrdem), NumQuadro TEXT NOT NULL, DataHora TEXT NOT NULL, Inspetor INTEGER REFERENCES Operador(NumOperador), Montador INTEGER REFERENCES Operador(NumOperador), Aprovada TEXT NOT NULL, CodDefeito TEXT REFERENCES Defeito(CodDefeito), MinutosReparo INTEGER);
CREATE TABLE Defeito (CodDefeito TEXT PRIMARY KEY, DescDefeito TEXT NOT NULL, Gravidade INTEGER);
CREATE TABLE ParagemLinha (Id INTEGER PRIMARY KEY, CodLinha TEXT REFERENCES Linha(CodLinha), Inicio TEXT NOT NULL, Fim TEXT, Motivo TEXT);
