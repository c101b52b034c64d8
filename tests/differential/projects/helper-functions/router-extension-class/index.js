const express = require('express');
class ApiRouter {
  constructor(options) { this.raw = express.Router(options); this.guards = []; }
  guard(fn) { this.guards.push(fn); return this; }
  crud(path, controller) {
    const { raw } = this;
    const table = [['get', '', 'list'], ['get', '/:id', 'show'], ['post', '', 'make'], ['put', '/:id', 'change'], ['delete', '/:id', 'drop']];
    for (const [verb, suffix, action] of table) {
      const run = controller[action];
      if (typeof run !== 'function') continue;
      raw[verb](path + suffix, ...this.guards, run.bind(controller));
    }
    return this;
  }
  toRouter() { return this.raw; }
}
const finches = { list(req, res) { res.end(); }, show(req, res) { res.end(); }, make: null };
class Crows { constructor() { this.drop = this.drop.bind(this); } change(req, res) { res.end(); } drop(req, res) { res.end(); } }
const app = express();
app.use('/birds', new ApiRouter({ mergeParams: true }).crud('/finches', finches).guard(function netted(req, res, next) { next(); }).crud('/crows', new Crows()).toRouter());
app.listen(1);
