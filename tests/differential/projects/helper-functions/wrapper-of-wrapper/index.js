const app = require('express')();
function audit(req, res, next) { next(); }
const safely = (fn) => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next);
const register = (verb) => (path, ...fns) => app[verb](path, audit, ...fns.map(safely));
const [read, write, remove] = ['get', 'post', 'delete'].map(register);
read('/quills', async (req, res) => res.json([]));
write('/quills', async (req, res) => res.json({}));
remove('/quills/:quill', async (req, res) => res.end());
app.listen(1);
