// The addresses of servers hold variables: of the origin, which is no part of paths, and of a path. Each stands for its default.
const express = require('express');
const path = require('path');
const OpenApiValidator = require('express-openapi-validator');

const app = express();
app.use(OpenApiValidator.middleware({ apiSpec: path.join(__dirname, 'hides.yaml') }));
const hides = express.Router();
hides.get('/hides/:number', (req, res) => res.json({ number: req.params.number, grade: req.query.grade }));
app.use('/yard', hides);
app.use('/trial/v2', hides);
app.listen(7070);
