const express = require('express');
const path = require('path');
const app = express();
app.use(express.json({ limit: '1mb' }), express.urlencoded({ extended: true }));
app.use('/assets', express.static(path.join(__dirname, 'public')));
app.get('/form', express.text(), (req, res) => res.end());
app.get('/assets/list', (req, res) => res.end());
app.listen(1);
