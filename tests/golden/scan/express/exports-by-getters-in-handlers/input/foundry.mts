import express from 'express';
import { journal, kept } from './journal.js';
import * as everything from './journal.js';
import { note } from './notes.mjs';

const app = express();

// What is imported by its name is asked of the getter each time that it is used.
app.get('/casts/last', (request, response) => {
  journal.write('asked');
  response.json(journal.last());
});

app.get('/casts/kept', (request, response) => response.json({ kept: kept.length > 0 }));

// As a member of all that is exported.
app.get('/casts/all', (request, response) => response.json({ from: everything.journal.last().count }));

// In a function of another file, below the one that serves.
app.post('/casts', (request, response) => {
  note('poured');
  response.status(201).json({ poured: true });
});

// Where it is loaded while somebody waits.
app.get('/heat', async (request, response) => {
  const { default: gauge } = await import('./gauge.js');
  response.json({ degrees: gauge.degrees() });
});

app.listen(3000);
