const express = require('express');
const app = express();
app.get('/optional/:first{/:second}', (req, res) => res.end());
app.get('/flights/:from-:to', (req, res) => res.end());
app.get('/files/*rest', (req, res) => res.end());
app.get('/either{/*rest}', (req, res) => res.end());
app.get(['/many', '/several/:few'], (req, res) => res.end());
app.use('/:tenant/area', express.Router().get('/inside/', (req, res) => res.end()));
app.listen(1);
