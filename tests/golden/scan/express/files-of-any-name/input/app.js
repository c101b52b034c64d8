const express = require('express');
const multer = require('multer');

const app = express();
const box = multer({ dest: 'boxes/' });

// Files of any name: the body is a form, whatever is read of it beside them.
app.post('/boxes', box.any(), (req, res) => res.json({ count: req.files.length }));
app.put('/boxes/:box', box.any(), (req, res) => res.json({ names: req.files.map((file) => file.originalname), label: req.body.label }));

// Without a body there is none, and where no file is let in nothing is known of one.
app.get('/boxes', box.any(), (req, res) => res.json({ count: 0 }));
app.post('/keys', box.none(), (req, res) => res.json({ count: 1 }));

// In front of all routes it says nothing of one of them.
const cellar = express.Router();
cellar.use(box.any());
cellar.post('/shelves', (req, res) => res.json({ count: 1 }));
app.use('/cellar', cellar);

app.listen(3000);
