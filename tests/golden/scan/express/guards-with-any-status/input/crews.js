const ledger = require('ledger-of-crews');

exports.find = (id) => ledger.find(id);
