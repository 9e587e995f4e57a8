CREATE TABLE proveedor (id_proveedor INTEGER PRIMARY KEY, razon_social TEXT NOT NULL, estado TEXT NOT NULL, telefono TEXT, organico TEXT NOT NULL, fecha_baja TEXT);
CREATE TABLE chile (id_chile INTEGER PRIMARY KEY, nombre TEXT NOT NULL, scoville_max INTEGER);
CREATE TABLE salsa (id_salsa INTEGER PRIMARY KEY, nombre TEXT NOT NULL, id_chile INTEGER REFERENCES chile(id_chile), picor INTEGER NOT NULL, contenido_ml INTEGER NOT NULL, precio_mxn REAL NOT NULL, lanzamiento TEXT NOT NULL, descontinuada TEXT);
CREATE TABLE compra (id_compra INTEGER PRIMARY KEY, id_proveedor INTEGER NOT NULL REFERENCES proveedor(id_proveedor), id_chile INTEGER NOT NULL REFERENCES chile(id_chile), fecha TEXT NOT NULL, kilos REAL NOT NULL, precio_kilo REAL NOT NULL);
CREATE TABLE lote (num_lote TEXT PRIMARY KEY, id_salsa INTEGER NOT NULL REFERENCES salsa(id_salsa), fecha_produccion TEXT NOT NULL, caducidad TEXT NOT NULL, botellas INTEGER NOT NULL, ph REAL, aprobado TEXT NOT NULL);
CREATE TABLE cliente (id_cliente INTEGER PRIMARY KEY, nombre TEXT NOT NULL, tipo TEXT NOT NULL, ciudad TEXT NOT NULL, pais TEXT NOT NULL);
CREATE TABLE pedido (id_pedido INTEGER PRIMARY KEY, id_cliente INTEGER NOT NULL REFERENCES cliente(id_cliente), fecha_pedido TEXT NOT NULL, fecha_envio TEXT, estatus TEXT NOT NULL, pagado TEXT NOT NULL);
CREATE TABLE pedido_detalle (id_pedido INTEGER NOT NULL REFERENCES pedido(id_pedido), id_salsa INTEGER NOT NULL REFERENCES salsa(id_salsa), cajas INTEGER NOT NULL, precio_caja REAL NOT NULL, PRIMARY KEY (id_pedido, id_salsa));
