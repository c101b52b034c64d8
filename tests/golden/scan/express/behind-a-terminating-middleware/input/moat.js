// The middleware on line 8 answers every request, so nothing ever reaches "/keep": it is said, and the endpoint stays.
const express = require('express');

const moat = express();

moat.get('/bridge', (request, answer) => answer.end());

moat.use((request, answer) => answer.end());
moat.get('/keep', (request, answer) => answer.end()); //~ core/unreachable-endpoint

moat.listen(4115);
