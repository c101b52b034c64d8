const express = require('express');
const os = require('os');

const loom = express();
const thread = express.Router();

loom.get('/warp/' + os.hostname(), (request, answer) => answer.end()); //~ project/unknown-path
loom.use('/weft/' + os.hostname(), thread); //~ project/unknown-path
thread.get('/colour', (request, answer) => answer.end());
loom.get('/cloth', (request, answer) => answer.end());

loom.listen(4106);
