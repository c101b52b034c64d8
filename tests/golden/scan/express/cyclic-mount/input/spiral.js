const express = require('express');

const spiral = express();
const inward = express.Router();
const outward = express.Router();

inward.get('/eye', (request, answer) => answer.end());
inward.use('/out', outward);
outward.get('/rim', (request, answer) => answer.end());
outward.use('/in', inward); //~ core/cyclic-mount
spiral.use('/turn', inward);

spiral.listen(4108);
