const express = require('express');
const app = express();
const base = express.Router();
function seen(req, res, next) { next(); }
const guarded = new Proxy(base, {
  get(target, key, receiver) {
    if (['get', 'post'].includes(key)) return (path, ...rest) => { target[key]('/guarded' + path, seen, ...rest); return receiver; };
    return Reflect.get(target, key);
  },
});
guarded.get('/one', (req, res) => res.end()).post('/two', (req, res) => res.end());
guarded.put('/three', (req, res) => res.end());
app.use(base);
app.listen(1);
