const Database = require('better-sqlite3');
const express = require('express');

const db = new Database('hives.db');
db.exec('CREATE TABLE hives (id INTEGER PRIMARY KEY, place TEXT NOT NULL, frames INTEGER NOT NULL)');
const apiary = express();
apiary.use(express.json());

// Made once; each kind runs the function with its arguments.
const settle = db.transaction((place, frames) => {
  const { lastInsertRowid } = db.prepare('INSERT INTO hives (place, frames) VALUES (?, ?)').run(place, frames);
  return db.prepare('SELECT * FROM hives WHERE id = ?').get(lastInsertRowid);
});
apiary.post('/hives', (request, response) => response.status(201).json(settle(request.body.place, request.body.frames)));
apiary.put('/hives', (request, response) => response.json({ settled: settle.immediate(request.body.place, 10) }));

// Made where it is run; what the function throws is thrown to the caller.
apiary.delete('/hives/:hive', (request, response) => {
  try {
    db.transaction(() => {
      if (request.params.hive === '0') throw new Error('the queen lives here');
      db.prepare('DELETE FROM hives WHERE id = ?').run(request.params.hive);
      response.status(204).end();
    }).exclusive();
  } catch (error) {
    response.status(409).json({ why: error.message });
  }
});
apiary.get('/hives', (request, response) => {
  const all = db.transaction(() => db.prepare('SELECT id, place FROM hives').all());
  response.json({ hives: all.deferred() });
});

// One that nobody runs does nothing.
apiary.post('/swarms', (request, response) => {
  db.transaction(() => response.status(410).json({ gone: true }));
  response.status(202).json({ heard: true });
});
apiary.listen(3000);
