const express = require('express');
const { load, loadMatching } = require('./loaders');
const guards = load(`${__dirname}/guards`);
const desks = loadMatching(`${__dirname}/desks`);

const ferry = express();
ferry.use(guards.nightLog);
ferry.get('/tides', (req, res) => res.json({ high: 4 }));
ferry.use(guards.signedIn);
for (const [name, desk] of Object.entries(desks)) ferry.use(`/${name}`, desk);
ferry.listen(3000);
