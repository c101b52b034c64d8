// The middleware on line 8 answers every request, so nothing ever reaches "/keep": the server does not serve it.
const express = require('express');

const moat = express();

moat.get('/bridge', (request, answer) => answer.end());

moat.use((request, answer) => answer.end());
moat.get('/keep', (request, answer) => answer.end());

moat.listen(4115);
