const path = require('path');
const db = require('../db');

// The path begins where this file lies, and needs no extension; a whole one is taken as it is.
exports.goods = db.import('../tables/goods');
exports.stalls = db.import(path.join(__dirname, '..', 'tables', 'stalls.js'));
