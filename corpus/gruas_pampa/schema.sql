-- crane hire, Bahía Blanca
CREATE TABLE grua (grua_id INTEGER PRIMARY KEY, marca TEXT NOT NULL, modelo TEXT NOT NULL, tipo TEXT NOT NULL, toneladas INTEGER NOT NULL, pluma_m REAL, anio INTEGER, patente TEXT, propia INTEGER NOT NULL, baja TEXT);
CREATE TABLE cliente (cliente_id INTEGER PRIMARY KEY, razon_social TEXT NOT NULL, rubro TEXT, localidad TEXT, cuit TEXT, moroso INTEGER NOT NULL);
CREATE TABLE operario (operario_id INTEGER PRIMARY KEY, apellido TEXT NOT NULL, nombre TEXT NOT NULL, puesto TEXT NOT NULL, carnet_vence TEXT, ingreso TEXT NOT NULL, egreso TEXT);
CREATE TABLE alquiler (alquiler_id INTEGER PRIMARY KEY, cliente_id INTEGER NOT NULL REFERENCES cliente(cliente_id), grua_id INTEGER NOT NULL REFERENCES grua(grua_id), gruista_id INTEGER REFERENCES operario(operario_id), senalero_id INTEGER REFERENCES operario(operario_id), obra TEXT, desde TEXT NOT NULL, hasta TEXT, tarifa_hora_usd REAL NOT NULL, horas_minimas INTEGER, estado TEXT NOT NULL);
CREATE TABLE parte_diario (parte_id INTEGER PRIMARY KEY, alquiler_id INTEGER NOT NULL REFERENCES alquiler(alquiler_id), fecha TEXT NOT NULL, horas REAL NOT NULL, izajes INTEGER, viento_kmh INTEGER, parada TEXT);
CREATE TABLE mantenimiento (mant_id INTEGER PRIMARY KEY, grua_id INTEGER NOT NULL REFERENCES grua(grua_id), entrada TEXT NOT NULL, salida TEXT, clase TEXT NOT NULL, costo_usd REAL, horometro INTEGER);
CREATE TABLE factura (factura_nro INTEGER PRIMARY KEY, alquiler_id INTEGER NOT NULL REFERENCES alquiler(alquiler_id), fecha TEXT NOT NULL, importe_usd REAL NOT NULL, cobrada TEXT);
CREATE VIEW gruas_libres AS SELECT grua_id, marca, modelo, toneladas FROM grua WHERE grua_id NOT IN (SELECT grua_id FROM alquiler WHERE estado = 'EN CURSO');
