const express = require('express');
const { z } = require('zod');
const Joi = require('joi');

const app = express();
app.use(express.json());

const weight = z.number().min(3);

// Whoever sends none is refused as whoever sends another kind is.
app.post('/loaves', (req, res) => {
  const checked = weight.safeParse(req.body.weight);
  if (!checked.success) return res.status(400).json({ error: 'no weight' });
  res.json({ weight: checked.data });
});
app.post('/bakers', (req, res) => {
  try {
    const mail = z.string().email().parse(req.body.mail);
    res.json({ mail });
  } catch (error) {
    res.status(400).json({ error: 'no address' });
  }
});
app.post('/ovens', (req, res) => {
  const { success, data, error } = z.object({ degrees: z.number() }).safeParse(req.body.setting);
  if (!success) {
    res.status(400).json({ error: error.message });
    return;
  }
  res.json({ degrees: data.degrees });
});
app.post('/mills', (req, res) => {
  const { error, value } = Joi.string().min(3).required().validate(req.body.grain);
  if (error) return res.status(400).json({ error: error.message });
  const wrong = Joi.number().required().validate(req.body.stones).error;
  if (wrong) return res.status(400).json({ error: wrong.message });
  res.json({ grain: value });
});
app.get('/orders', (req, res) => {
  const checked = z.enum(['open', 'baked']).safeParse(req.query.state);
  if (!checked.success) return res.status(400).json({ error: 'which?' });
  res.json({ state: checked.data });
});

// What may be missing may be missing, and what is not refused need not come.
app.post('/crusts', (req, res) => {
  const note = z.string().max(20).optional().safeParse(req.body.note);
  if (!note.success) return res.status(400).json({ error: 'too long' });
  const { error } = Joi.string().validate(req.body.glaze);
  if (error) return res.status(400).json({ error: 'what?' });
  res.json({ note: note.data });
});
app.get('/shelves', (req, res) => {
  const limit = z.coerce.number().safeParse(req.query.limit);
  const { error, value } = Joi.number().required().validate(req.query.floor);
  res.json({ limit: limit.success ? limit.data : 10, floor: error ? 0 : value });
});

// A record that is checked as a whole says itself what it needs.
app.post('/doughs', (req, res) => {
  const checked = z.object({ flour: z.string(), salt: z.number().optional() }).safeParse(req.body);
  if (!checked.success) return res.status(400).json({ error: 'no dough' });
  res.json(checked.data);
});

app.listen(3000);
