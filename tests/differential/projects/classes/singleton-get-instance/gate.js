const { Router } = require('express');
class Gate {
  static #instance;
  static getInstance() {
    if (!Gate.#instance) Gate.#instance = new Gate();
    return Gate.#instance;
  }
  constructor() {
    this.router = Router();
    this.router.get('/keys', (req, res) => res.end());
  }
}
module.exports = Gate;
