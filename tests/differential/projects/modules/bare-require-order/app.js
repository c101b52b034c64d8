module.exports = require('express')();
