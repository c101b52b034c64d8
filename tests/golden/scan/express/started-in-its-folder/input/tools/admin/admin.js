const { readFileSync } = require('node:fs');
const express = require('express');

const { prefix } = JSON.parse(readFileSync('admin-settings.json', 'utf8'));
const app = express();
app.get(prefix + '/trees', (req, res) => res.json({ trees: 3 }));
app.listen(3002);
