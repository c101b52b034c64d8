const express = require('express');
const mongojs = require('mongojs');

const db = mongojs(process.env.DATABASE, ['boats']);
const app = express();
app.use(express.json());

// Who names no harbour has none: what is behind has to look for itself.
app.use((req, res, next) => {
  if (req.headers['x-harbour']) req.harbour = { _id: req.headers['x-harbour'], quays: 4 };
  next();
});

function list(filter, done) {
  db.boats.find(filter, (error, rows) => {
    if (error) {
      done(['no boats']);
      return;
    }
    done([], rows || []);
  });
}

async function moored(harbour, boats) {
  const ropes = await db.ropes.find({ harbour: harbour._id });
  return boats.map((boat) => ({ boat: String(boat._id), ropes: ropes.length, quays: harbour.quays }));
}

// A callback that waits, of a package: what it answers goes with the harbour that the request has.
app.get('/boats', (req, res) => {
  const harbour = req.harbour;
  list({}, async (errors, boats) => {
    if (errors && errors.length > 0) return res.status(503).json({ errors });
    try {
      return res.json(await moored(harbour, boats));
    } catch (error) {
      return res.status(500).json({ message: 'cannot be told' });
    }
  });
});

// Nobody waits for it, and it answers.
app.get('/quays', (req, res) => {
  const harbour = req.harbour;
  const tell = async () => {
    try {
      const found = await moored(harbour, []);
      res.json({ found: found.length });
    } catch (error) {
      res.status(500).json({ message: 'cannot be told' });
    }
  };
  tell();
});

// Handed on by a promise.
app.post('/boats', (req, res) => {
  const harbour = req.harbour;
  moored(harbour, [req.body])
    .then((boats) => res.status(201).json(boats[0]))
    .catch(() => res.status(422).json({ message: 'no harbour' }));
});

// Nothing depends on which it is: one way, as ever.
app.delete('/boats/:name', (req, res) => {
  const harbour = req.harbour;
  db.boats.remove({ name: req.params.name, harbour: harbour && harbour._id }, (error) => {
    if (error) return res.status(500).json({ message: error.message });
    res.sendStatus(204);
  });
});

app.listen(3000);
