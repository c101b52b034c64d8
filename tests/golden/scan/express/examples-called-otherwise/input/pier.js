// Projects call the file that shows their variables in many ways; of another file of that kind nothing is taken.
const express = require('express');

const pier = express();
const boats = express.Router();
boats.get('/', (req, res) => res.json([]));
const prefix = process.env.PIER_PREFIX;
pier.use(`/${prefix}/boats`, boats); //~ evaluator/example-variable
pier.listen(5800);
