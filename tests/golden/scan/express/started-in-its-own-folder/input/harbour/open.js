const express = require('express');

const quay = express();
quay.use('/piers', require(process.cwd() + '/piers/north.js'));
quay.listen(4013);
