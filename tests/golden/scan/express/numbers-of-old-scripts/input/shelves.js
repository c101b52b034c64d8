'use strict';
const express = require('express');

const shelves = express.Router();
shelves.get('/:shelf', function showShelf(req, res) {
  res.json({ shelf: 0o17 });
});
shelves.put('/:shelf', function fillShelf(req, res) {
  res.status(201).json({ weight: 017 }); //~ evaluator/syntax-error
});
module.exports = shelves;
