// Whoever sends no files is refused, however that is asked.
const express = require('express');
const multer = require('multer');

const upload = multer({ dest: 'prints' });
const darkroom = express();
const none = (res) => res.status(400).json({ why: 'no files' });
const album = upload.array('prints', 8);
darkroom.post('/album', album, (req, res) => {
  if (!req.files.length) return none(res);
  res.json({ kept: req.files.map((file) => file.filename) });
});
darkroom.post('/album/asked', album, (req, res) => {
  if (!req.files || req.files.length === 0) return none(res);
  res.json({ kept: req.files.length });
});
darkroom.post('/album/otherwise', album, (req, res) => {
  const prints = req.files;
  if (prints && prints.length > 0) return res.json({ kept: prints.length });
  none(res);
});
const pair = upload.fields([{ name: 'negative', maxCount: 1 }, { name: 'prints' }]);
darkroom.post('/pair', pair, (req, res) => {
  if (!req.files || !req.files.negative || !req.files['prints']) return none(res);
  res.json({ kept: req.files.negative[0].path });
});
darkroom.post('/pair/both', pair, (req, res) => {
  if (req.files.negative && req.files.prints) return res.json({ kept: true });
  none(res);
});
darkroom.post('/pair/first', pair, (req, res) => {
  const negative = req.files?.negative?.[0];
  if (!negative) return none(res);
  res.json({ kept: negative.path });
});
darkroom.post('/pair/chosen', pair, (req, res) => {
  const { negative } = req.files;
  if (!negative || negative.length < 1) return none(res);
  res.json({ kept: negative[0].path });
});
// Of these nobody is refused, or those that send nothing are not.
darkroom.post('/free', album, (req, res) => {
  res.json({ first: req.files.length > 0 ? req.files[0].path : null });
});
darkroom.post('/pair/either', pair, (req, res) => {
  if (!req.files.negative && !req.files.prints) return none(res);
  res.json({ kept: true });
});
darkroom.post('/few', album, (req, res) => {
  if (req.files.length > 3) return res.status(400).json({ why: 'too many' });
  res.json({ kept: req.files.length });
});
darkroom.listen(5100);
