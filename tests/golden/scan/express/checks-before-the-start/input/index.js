const express = require('express');
const bluebird = require('bluebird');
const mysql = require('mysql');

const mill = express();
const db = mysql.createPool({});

// Functions of Node's convention that may fail at every step.
function listTables(callback) {
  db.getConnection((err, connection) => {
    if (err) {
      if (err.code === 'ER_ACCESS_DENIED_ERROR') err = new Error('no access to the database');
      return callback(err);
    }
    connection.query('SHOW TABLES', (err, rows) => {
      connection.release();
      if (err) return callback(err);
      return callback(null, { count: rows.length, sacks: rows });
    });
  });
}
function update(callback) {
  listTables((err, tables) => {
    if (err) return callback(err);
    if (tables.count > 3) return callback(null, false);
    let at = 0;
    const next = () => {
      if (at >= tables.sacks.length) return callback(null, at);
      db.query(tables.sacks[at++].name, (err) => (err ? callback(new Error('an update failed')) : next()));
    };
    next();
  });
}
const updateAsync = bluebird.promisify(update);
async function start() {
  await updateAsync();
  await bluebird.promisify(db.end.bind(db))();
  mill.get('/flour', (req, res) => res.json({ sacks: 3 }));
  mill.listen(3000);
}
start().catch((error) => {
  console.error(error);
  process.exit(1);
});
