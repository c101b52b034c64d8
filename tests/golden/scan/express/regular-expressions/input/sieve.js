const express = require('express');
const sieve = express();
const shake = (request, answer, onward) => onward();

sieve.use(/^\/grain/, shake);
sieve.get(/^\/grain\/(?<size>\d+)$/, (request, answer) => answer.end());
sieve.get(/fine|coarse/, (request, answer) => answer.end()); //~ core/regexp-path
sieve.get('/husk', (request, answer) => answer.end());

sieve.listen(4111);
