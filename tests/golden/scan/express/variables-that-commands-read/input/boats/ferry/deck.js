const express = require('express');

// The command loads the file before the program.
const ferry = express();
ferry.get(`/${process.env.FERRY_DOCK}/ferry`, (req, res) => res.json({ ferry: true }));
ferry.listen(8080);
