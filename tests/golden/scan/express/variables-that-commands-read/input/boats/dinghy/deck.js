const express = require('express');

// Nobody reads the file.
const dinghy = express();
dinghy.get(`/${process.env.DINGHY_DOCK}/dinghy`, (req, res) => res.json({ dinghy: true })); //~ project/unknown-path
dinghy.listen(8080);
