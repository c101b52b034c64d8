const express = require('express');
const app = express();
const catchAsync = (fn) => (req, res, next) => Promise.resolve(fn(req, res, next)).catch((error) => next(error));
const validate = (schema) => function validate(req, res, next) { void schema; next(); };
function limit({ max = 10, windowMs = 1000 } = {}) { return function limit(req, res, next) { void [max, windowMs]; next(); }; }
const both = [validate({ body: {} }), limit({ max: 3 })];
app.use(limit());
app.post('/pods', validate({ params: {} }), catchAsync(async (req, res) => { res.end(); }));
app.put('/pods/:pod', both, catchAsync(async (req, res) => { res.end(); }));
app.delete('/pods/:pod', ...both.slice(1), (req, res) => res.end());
app.use('/pods', validate({}), express.Router().get('/open', (req, res) => res.end()));
app.use((req, res) => res.status(404).end());
app.listen(1);
