const config = require('config');
const express = require('express');

const app = express();

// No file here sets anything. Who asks does without it, and has another value for that.
const setting = (name, otherwise) => (config.has(name) ? config.get(name) : otherwise);

for (const kind of setting('shelves', ['papers', 'maps'])) app.get(`/${kind}`, (req, res) => res.json({ kind }));
if (config.has('metrics')) app.get('/metrics', (req, res) => res.send('up 1'));

// Who does not ask has one.
app.get(`${config.get('prefix')}/about`, (req, res) => res.json({ open: true })); //~ project/unknown-path

app.listen(setting('port', 3000));
