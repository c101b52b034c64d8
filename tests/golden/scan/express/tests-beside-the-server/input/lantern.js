const express = require('express');

const lantern = express();
lantern.post('/flames', (req, res) => res.status(201).json({ lit: true }));
if (require.main === module) lantern.listen(4015);
module.exports = lantern;
