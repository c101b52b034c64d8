const test = require('node:test');
const express = require('express');

const double = express();
double.get('/double', (req, res) => res.sendStatus(204));
test('doubles', () => double.listen(4018).close());
