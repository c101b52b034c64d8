// Relative to where it is started, and without the class.
process.env.NODE_PATH = 'store';
const Module = require('node:module');
Module._initPaths();
const express = require('express');
const app = express();
app.use('/sacks', require('sacks'));
app.listen(3001);
