const express = require('express');
const sieve = express();
const shake = (request, answer, onward) => onward();

sieve.use(/^\/grain/, shake);
sieve.get(/^\/grain\/(?<size>\d+)$/, (request, answer) => answer.end());
sieve.get(/fine|coarse/, (request, answer) => answer.end()); //~ core/regexp-path
// Of what begins with husk or chaff it takes the first character, and that is no end of a segment: Express passes by.
sieve.use(/\/((?!husk|chaff).)*/, (request, answer, onward) => onward());
sieve.get('/grain/in/the/northern/silo', (request, answer) => answer.end());
sieve.get('/husk', (request, answer) => answer.end());

// Below a prefix they stand behind it, without a second slash.
const mesh = express.Router();
mesh.get(/^\/wire/, (request, answer) => answer.end()); //~ core/regexp-path
mesh.get(/^\/holes\/(\d+)\/(?<shape>\w+)$/, (request, answer) => answer.json(request.params[0])); //~ core/regexp-path
mesh.get(/^\/spares\/(.*)/, (request, answer) => answer.end()); //~ core/regexp-path
mesh.get(/rim$/, (request, answer) => answer.end()); //~ core/regexp-path
sieve.use('/mesh/', mesh);
sieve.get(/.*/, (request, answer) => answer.end()); //~ core/regexp-path

sieve.listen(4111);
