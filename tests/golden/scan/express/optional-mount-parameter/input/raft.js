// Express takes the longest spelling of a mount path and never tries the shorter one: "/deck/view" enters the router with level
// "view" and the rest "/", which answers 404. Only "/deck" itself reaches the router without a level.
const express = require('express');

const raft = express();
const planks = express.Router();

planks.get('/', (request, answer) => answer.end());
planks.get('/view', (request, answer) => answer.end());
raft.use('/deck{/:level}', planks);

raft.listen(4116);
