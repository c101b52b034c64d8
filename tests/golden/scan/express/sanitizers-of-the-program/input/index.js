const express = require('express');
const { body, query, validationResult } = require('express-validator');

const app = express();
app.use(express.json());
app.use((req, res, next) => {
  req.keeper = { id: 7 };
  next();
});
const checked = (req, res, next) => (validationResult(req).isEmpty() ? next() : res.status(400).end());

// What comes from elsewhere nobody sends; what is made of the value comes in as it is checked.
const keeper = body('keeperId').customSanitizer((_, { req }) => req.keeper.id).isInt();
const colour = body('colour').isString().customSanitizer((value) => value.toLowerCase()).notEmpty();
app.post('/lamps', keeper, colour, checked, (req, res) => res.status(201).json({ colour: req.body.colour, by: req.body.keeperId }));
app.get('/lamps', query('lit').customSanitizer((value) => value === 'yes').isBoolean(), checked, (req, res) => res.json([]));
app.listen(3000);
