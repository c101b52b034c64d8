const express = require('express');
const { body, validationResult } = require('express-validator');

const app = express();
app.use(express.json());
app.post('/berths', body('length').isInt(), (req, res) => {
  const errors = validationResult(req);
  if (!errors.isEmpty()) return res.status(400).json({ errors: errors.array(), first: errors.array()[0].param });
  res.status(201).json({ length: req.body.length });
});
app.listen(3000);
