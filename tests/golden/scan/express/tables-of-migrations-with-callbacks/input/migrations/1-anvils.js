'use strict';

var dbm;
exports.setup = function (options) {
  dbm = options.dbmigrate;
};
exports.up = function (db, callback) {
  db.createTable(
    'anvils',
    {
      id: { type: 'int', primaryKey: true, autoIncrement: true, unsigned: true },
      maker: { type: 'string', length: 100, notNull: true },
      forged: { type: 'datetime', notNull: true },
    },
    function () {
      db.createTable('hammers', { columns: { id: { type: 'int', primaryKey: true, autoIncrement: true }, weight: 'int' }, ifNotExists: true }, callback);
    },
  );
};
