const path = require('path');
// Two folders, and the module's own member of its class.
process.env.NODE_PATH = [__dirname, path.join(__dirname, 'wheels')].join(path.delimiter);
require('module').Module._initPaths();

const express = require('express');
const grind = require('stones/grind.js');
const turn = require('turn');

const app = express();
app.use('/grind', grind);
app.use('/turn', turn);
app.listen(3000);
