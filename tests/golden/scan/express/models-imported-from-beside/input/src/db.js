const Sequelize = require('sequelize');

module.exports = new Sequelize('market', 'clerk', process.env.PASSWORD, { dialect: 'mysql', define: { timestamps: false } });
