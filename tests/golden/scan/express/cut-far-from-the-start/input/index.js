const express = require('express');

const app = express();
const words = Array.from({ length: 300 }, (_, index) => `word-${index}`);
const counted = [];

const distance = (one, other) => {
  let sum = 0;
  for (const letter of one) for (const against of other) sum += letter === against ? 0 : letter < against ? 1 : 2;
  return sum;
};

// Longer than the scan follows a function that far from the start.
function index() {
  for (const word of words) {
    const nearest = words.reduce((found, each) => (distance(word, each) < distance(word, found) ? each : found));
    counted.push({ word, nearest });
  }
  app.get('/words', (request, response) => response.json(counted)); // never evaluated
}

// As long, and nothing in it could be told anything.
function count() {
  const lengths = {};
  for (const word of words) for (const other of words) lengths[word] = (lengths[word] ?? 0) + distance(word, other);
  return lengths;
}

const inner = () => index(); //~ evaluator/out-of-fuel
const middle = () => inner();
const outer = () => middle();
const counting = () => count();
const countingAgain = () => counting();
const countingOnce = () => countingAgain();

outer();
countingOnce();
app.get('/about', (request, response) => response.json({ words: words.length }));
app.listen(3000);
