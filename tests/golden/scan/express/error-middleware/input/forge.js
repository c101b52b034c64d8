const express = require('express');
const forge = express();

function heat(request, answer, onward) { onward(); }
function douse(fault, request, answer, onward) { answer.end(); }
function report(fault, request, answer, onward) { onward(fault); }

forge.use(heat);
forge.use(report);
forge.get('/anvil', heat, (request, answer) => answer.end());
forge.use((request, answer) => answer.end());
forge.use(douse);

forge.listen(4103);
