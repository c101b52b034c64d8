const { Router } = require('express');
const sequelize = require('sequelize');

module.exports = (store) => {
  const accounts = Router();
  if (!(store instanceof sequelize.Sequelize)) throw new TypeError('no store');
  accounts.get('/:number', (request, response) => response.json({ number: request.params.number }));
  return accounts;
};
