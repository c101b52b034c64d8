// What a package makes of a field in front of all validators came in as that field, and nowhere else; what is taken from elsewhere did not.
const createPurifier = require('dompurify');
const express = require('express');
const { body, check, query, validationResult } = require('express-validator');
const sanitizeHtml = require('sanitize-html');

const pharmacy = express();
pharmacy.use(express.json());
const purifier = createPurifier();
const purify = (value) => purifier.sanitize(value);
const checked = (req, res, next) => (validationResult(req).isEmpty() ? next() : res.status(400).json({ wrong: true }));

pharmacy.put('/leaflets', check('text').trim().customSanitizer(purify), check('pages').isInt(), checked, (req, res) => {
  const { id, ...rest } = req.body;
  res.json(rest);
});
pharmacy.post('/labels', body('name').customSanitizer((value) => sanitizeHtml(value).trim()).notEmpty(), checked, (req, res) => {
  res.status(201).json({ name: req.body.name });
});
pharmacy.get('/search', query('word').customSanitizer(async (value) => purify(value)).isLength({ max: 30 }), checked, (req, res) => {
  res.json({ found: [] });
});
pharmacy.post('/notes', check('note').isLength({ max: 80 }).customSanitizer(purify), checked, (req, res) => res.json({ note: req.body.note }));
pharmacy.post('/orders', body('by').customSanitizer((value, { req }) => req.get('x-desk')).notEmpty(), checked, (req, res) => {
  res.json({ by: req.body.by });
});
pharmacy.post('/shelves', check('desk').customSanitizer((value, { req }) => req.get('x-desk')), check('row').isInt(), checked, (req, res) => {
  res.json({ desk: req.body.desk, row: req.body.row });
});
pharmacy.get('/shelves', check('rows').customSanitizer((value) => (value ? value.split(',') : [])).isArray(), checked, (req, res) => {
  res.json({ rows: req.query.rows });
});
pharmacy.listen(3000);
