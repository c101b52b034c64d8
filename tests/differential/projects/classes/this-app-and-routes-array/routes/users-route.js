const { Router } = require('express');
class UsersRoute {
  path = '/keepers';
  router = Router();
  controller = { all: (req, res) => res.end(), one: (req, res) => res.end() };
  constructor() { this.initialise(); }
  initialise() {
    this.router.get(`${this.path}`, this.controller.all);
    this.router.get(`${this.path}/:keeper(\\d+)`, this.controller.one);
  }
}
module.exports = UsersRoute;
