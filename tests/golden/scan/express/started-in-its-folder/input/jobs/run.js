const express = require('express');

const app = express();
app.post(process.env.JOBS_ROOT + '/:name', (req, res) => res.status(202).end()); //~ evaluator/example-variable
app.listen(3001);
