const folder = require('express').Router();
folder.label = '/of-the-folder';
require('./doors');
module.exports = folder;
folder.use(require('./doors'));
