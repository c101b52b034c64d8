const express = require('express');
const multer = require('multer');

class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

const app = express();
app.use((req, _res, next) => {
  req.workshop = req.get('x-workshop');
  next();
});

/** Pictures only: others are refused with an error of the program's own. */
const pictures = multer({
  storage: multer.memoryStorage(),
  fileFilter: (req, file, callback) => {
    if (file.mimetype.startsWith('image/')) callback(null, true);
    else callback(new Refusal('pictures only', 415), false);
  },
});
/** What is not wanted is left out, and nobody is told. */
const quiet = multer({ fileFilter: (_req, file, callback) => callback(null, /\.png$/.test(file.originalname)) });
/** Whether the workshop may send any. */
const known = (req, file, callback) => {
  if (!req.workshop) return callback(new Refusal('no workshop', 403));
  if (file.size > 5000) return callback(new Error('too many stones'));
  callback(null, true);
};
const ofWorkshops = multer({ limits: { fileSize: 10_000 }, fileFilter: known }).array('stones', 5);

app.post('/pictures', pictures.single('picture'), (req, res) => res.status(201).json({ name: req.file.originalname }));
app.post('/boards', pictures.fields([{ name: 'front' }, { name: 'back' }]), (req, res) => res.status(201).json({ front: req.files.front[0].size }));
app.post('/quiet', quiet.single('picture'), (req, res) => res.json({ kept: req.file !== undefined }));
// The handler is told itself.
app.post('/stones', (req, res) => {
  ofWorkshops(req, res, (error) => {
    if (error) return res.status(422).json({ refused: error.message });
    res.json({ stones: req.files.length });
  });
});
// A form without files has none to look at.
app.post('/notes', pictures.none(), (req, res) => res.json({ note: req.body.note }));

app.use((error, _req, res, _next) => {
  res.status(error.status || 500).json({ error: error.message });
});
app.listen(3000);
