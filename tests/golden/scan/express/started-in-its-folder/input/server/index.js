// The manifest above names this program, and a script of its own package starts it: its settings are beside it.
require('dotenv').config();
const express = require('express');

const app = express();
app.get(`/${process.env.API_ROOT}/apples`, (req, res) => res.json([])); //~ evaluator/example-variable
app.listen(3000);
