const express = require('express');
class App {
  constructor(routes) {
    this.app = express();
    this.middlewares();
    this.mountAll(routes);
  }
  middlewares() {
    this.app.use(express.json());
    this.app.use(this.trace.bind(this));
  }
  trace(req, res, next) { next(); }
  mountAll(routes) {
    routes.forEach((route) => { this.app.use('/api', route.router); });
  }
  listen() { this.app.listen(process.env.PORT || 3000); }
}
module.exports = App;
