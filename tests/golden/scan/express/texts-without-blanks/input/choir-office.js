import express from 'express';
import validator from 'validator';

const office = express();
office.use(express.json());

// Limits of a text without the blanks around it are limits of the text; those of its letters, however they are written, are not.
office.post('/singers', (req, res) => {
  const name = validator.trim(req.body.name);
  const email = validator.normalizeEmail(req.body.email);
  if (!validator.isLength(name, { min: 2, max: 40 })) return res.status(400).json({ fault: 'name' });
  if (!email || !validator.isEmail(email)) return res.status(400).json({ fault: 'email' });
  res.status(201).json({ name, email });
});
office.post('/concerts', (req, res) => {
  const title = req.body.title.trim();
  const voice = req.body.voice.toLowerCase();
  if (title.length < 3 || title.length > 80) return res.status(400).json({ fault: 'title' });
  if (!['alto', 'bass'].includes(voice)) return res.status(400).json({ fault: 'voice' });
  if (!/^[A-Z]\d$/.test(req.body.hall.trim())) return res.status(400).json({ fault: 'hall' });
  res.status(201).json({ title, voice });
});
// Of what is made of a text otherwise nothing is told.
office.post('/notes', (req, res) => {
  const text = validator.escape(req.body.text);
  if (text.length > 500) return res.status(400).json({ fault: 'text' });
  res.status(201).json({ text });
});

office.listen(3000);
