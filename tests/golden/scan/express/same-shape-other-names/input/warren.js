// The two paths match the same requests, so the second route is never reached: it is shadowed by the first.
const express = require('express');

const warren = express();

warren.get('/:room', (request, answer) => answer.end());
warren.get('/:chamber', (request, answer) => answer.end()); //~ core/same-requests

warren.listen(4119);
