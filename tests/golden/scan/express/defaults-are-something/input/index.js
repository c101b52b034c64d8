const express = require('express');

const library = express();
const shelves = express.Router();
shelves.get('/shelves', function list(req, res) {
  res.json([]);
});

/** Never empty: what stands behind `||` is there whenever nothing is set. */
const base = process.env.BASE_PATH || '/library';
if (base) library.use(base, shelves);
else library.use(shelves);

const normalized = (path) => {
  const text = path.trim().toLowerCase();
  if (!text) return '/';
  if (text === '') return '/empty';
  return text.startsWith('/') ? text : `/${text}`;
};
library.use(normalized(process.env.READER_PATH || '/Readers'), shelves);

/** May be set to an empty text, and to another one: both are other configurations. */
const open = process.env.OPEN_PATH ?? '/open';
if (open) library.use(open, shelves);
else library.use('/closed', shelves);

const mode = process.env.MODE || 'full';
if (mode === 'full') library.use('/full', shelves);
if (mode === 'small') library.use('/small', shelves);

library.listen(process.env.PORT || 3000);
