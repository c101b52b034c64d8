const express = require('express');
const fileUpload = require('express-fileupload');
const formidable = require('formidable');
const busboy = require('busboy');
const multer = require('multer');

const post = express();
post.use(express.json());

// Files under the names of their fields; nothing when none came.
post.post('/kept', fileUpload(), (req, res) => {
  if (!req.files || !req.files.portrait) return res.status(400).send('no portrait');
  const { portrait, passport } = req.files;
  portrait.mv('/store/portrait', (failure) => {
    if (failure) return res.status(500).json({ failed: true });
    res.json({ name: portrait.name, size: portrait.size, second: passport?.name, title: req.body.title });
  });
});

// A form with a callback: fields and files are lists.
post.post('/form', (req, res, next) => {
  const form = formidable({ multiples: true });
  form.parse(req, (failure, fields, files) => {
    if (failure) return next(failure);
    res.json({ size: files.parcel[0].size, sender: fields.sender });
  });
});

// The same as a promise, made from the class.
post.post('/awaited', async (req, res) => {
  const [fields, files] = await new formidable.IncomingForm().parse(req);
  res.status(201).json({ path: files.letter?.[0].filepath, stamp: fields.stamp?.[0] });
});

// A stream: its fields are known only when it runs.
post.post('/streamed', (req, res) => {
  const reader = busboy({ headers: req.headers });
  reader.on('file', (name, stream) => { stream.resume(); });
  reader.on('close', () => { res.sendStatus(202); });
  req.pipe(reader);
});

// The handler runs the middleware itself.
const store = multer({ dest: '/store' });
post.post('/within', (req, res) => {
  store.single('picture')(req, res, (failure) => {
    if (failure) return res.status(413).json({ reason: failure.message });
    if (!req.file) return res.status(400).json({ reason: 'no picture' });
    res.json({ path: req.file.path, size: req.file.size });
  });
});

post.listen(3000);
