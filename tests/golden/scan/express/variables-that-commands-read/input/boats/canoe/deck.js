const express = require('express');

// Bun reads the file by itself.
const canoe = express();
canoe.get(`/${process.env.CANOE_DOCK}/canoe`, (req, res) => res.json({ canoe: true }));
canoe.listen(8080);
