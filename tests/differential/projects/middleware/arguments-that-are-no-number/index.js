// A literal argument that JSON cannot write.
const express = require('express');
const app = express();

function limit(most, every = NaN) { return (req, res, next) => next(); }

app.use(limit(Number('many'), Infinity));
app.get('/counted', limit(NaN), (req, res) => res.end());
app.listen(0);
