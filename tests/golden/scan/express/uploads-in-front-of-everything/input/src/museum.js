const express = require('express');
const multer = require('multer');

const museum = express();
// Takes what comes as a form; JSON goes through it.
museum.use(multer({ dest: 'scans' }).single('scan'));
museum.use('/exhibits', require('./exhibits'));
museum.use('/rooms', require('./rooms'));
museum.listen(3000);
