const express = require('express');

// A command that starts another one.
const punt = express();
punt.get(`/${process.env.PUNT_DOCK}/punt`, (req, res) => res.json({ punt: true }));
punt.listen(8080);
