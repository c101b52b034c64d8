const { Router } = require('express');
module.exports = class IndexRoute {
  constructor() {
    this.router = Router();
    this.router.get('/', (req, res) => res.end());
  }
};
