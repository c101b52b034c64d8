const { Router } = require('express');
const express = require('express');

const vault = express();
const boxes = Router();

function findBox(request, answer, onward, number) { onward(); }
function knock(request, answer, onward) { onward(); }

boxes.get('/:box/lock', (request, answer) => answer.end());
boxes.get('/list', (request, answer) => answer.json([]));
boxes.param('box', findBox);
vault.use(knock);
vault.use('/boxes', boxes);

vault.listen(4113);
