const express = require('express');

// Node itself reads the file that is named.
const barge = express();
barge.get(`/${process.env.BARGE_DOCK}/barge`, (req, res) => res.json({ barge: true }));
barge.listen(8080);
