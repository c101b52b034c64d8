const express = require('express');

// Another package that reads it.
const kayak = express();
kayak.get(`/${process.env.KAYAK_DOCK}/kayak`, (req, res) => res.json({ kayak: true }));
kayak.listen(8080);
