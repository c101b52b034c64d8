const express = require('express');
const app = express();
const get = Function.prototype.call.bind(app.get);
get(app, '/through-call', (req, res) => res.end());
app.post.apply(app, ['/through-apply', (req, res) => res.end()]);
const put = app.put.bind(app, '/through-bind');
put((req, res) => res.end());
Reflect.apply(app.patch, app, ['/through-reflect', (req, res) => res.end()]);
const { delete: remove } = app;
remove.call(app, '/detached', (req, res) => res.end());
(0, app.get).call(app, '/comma', (req, res) => res.end());
[['/row-one'], ['/row-two']].forEach((row) => app.head.apply(app, row.concat((req, res) => res.end())));
function forward() { return app.options.apply(app, arguments); }
forward('/forwarded', (req, res) => res.end());
app.listen(1);
