CREATE TABLE sucursales (id_sucursal INTEGER PRIMARY KEY, nombre TEXT NOT NULL, direccion TEXT, ciudad TEXT, fecha_apertura DATE, metros_cuadrados INTEGER);
CREATE TABLE empleados (id_empleado INTEGER PRIMARY KEY, nombre TEXT, apellidos TEXT, puesto TEXT, id_sucursal INTEGER REFERENCES sucursales(id_sucursal), id_jefe INTEGER REFERENCES empleados(id_empleado), fecha_alta DATE, fecha_baja DATE, sueldo NUMERIC);
CREATE TABLE clientes (id_cliente INTEGER PRIMARY KEY, nombre TEXT, tipo TEXT, nif TEXT, telefono TEXT, correo TEXT, ciudad TEXT, limite_credito NUMERIC, moroso TEXT);
CREATE TABLE familias (id_familia INTEGER PRIMARY KEY, nombre TEXT);
CREATE TABLE proveedores (id_proveedor INTEGER PRIMARY KEY, razon_social TEXT, pais TEXT, plazo_dias INTEGER);
CREATE TABLE articulos (cod_articulo TEXT PRIMARY KEY, descripcion TEXT, id_familia INTEGER REFERENCES familias(id_familia), id_proveedor INTEGER REFERENCES proveedores(id_proveedor), precio_compra NUMERIC, precio_venta NUMERIC, existencias INTEGER, existencias_minimas INTEGER, descatalogado TEXT);
CREATE TABLE ventas (num_venta INTEGER PRIMARY KEY, fecha DATE, id_sucursal INTEGER REFERENCES sucursales(id_sucursal), id_empleado INTEGER REFERENCES empleados(id_empleado), id_cliente INTEGER REFERENCES clientes(id_cliente), forma_pago TEXT, fecha_cobro DATE, anulada TEXT);
CREATE TABLE lineas_venta (num_venta INTEGER REFERENCES ventas(num_venta), linea INTEGER, cod_articulo TEXT REFERENCES articulos(cod_articulo), cantidad INTEGER, precio_unitario NUMERIC, descuento_pct NUMERIC, PRIMARY KEY (num_venta, linea));
CREATE TABLE devoluciones (id_devolucion INTEGER PRIMARY KEY, num_venta INTEGER REFERENCES ventas(num_venta), cod_articulo TEXT REFERENCES articulos(cod_articulo), fecha DATE, cantidad INTEGER, motivo TEXT);
