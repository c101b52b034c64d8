// The three routes share their call, so each has its row of the table as its source: lines 6, 7 and 8.
const express = require('express');

const copse = express();
const verbs = {
  get: 'look',
  post: 'plant',
  delete: 'fell',
};
Object.entries(verbs).forEach(([verb, word]) => {
  copse[verb](`/trees/${word}`, (q, s) => s.end());
});

module.exports = copse;
