const express = require('express');
const multer = require('multer');

const gallery = express();
const upload = multer({ dest: 'frames/' });
const portrait = upload.single('portrait');

gallery.post('/portraits', portrait, (req, res) => {
  if (!req.file) return res.status(400).json({ error: 'no portrait' });
  res.status(201).json({ stored: req.file.filename, bytes: req.file.size, title: req.body.title });
});
gallery.post('/pictures', upload.array('pictures', 4), (req, res) => {
  res.status(201).json({ count: req.files.length, names: req.files.map((file) => file.originalname) });
});
gallery.put('/rooms/:room', upload.fields([{ name: 'plan', maxCount: 1 }, { name: 'views' }]), (req, res) => {
  res.json({ plan: req.files.plan[0].path, views: req.files.views.map((file) => ({ type: file.mimetype })) });
});
gallery.post('/notes', upload.none(), (req, res) => {
  res.status(201).json({ text: req.body.text.trim() });
});

gallery.listen(3000);
