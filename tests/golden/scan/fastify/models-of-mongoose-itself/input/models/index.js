const fs = require('fs');
const path = require('path');
const mongoose = require('mongoose');

fs.readdirSync(__dirname)
  .filter((file) => file !== 'index.js')
  .forEach((file) => require(path.join(__dirname, file))(mongoose));

module.exports = mongoose;
