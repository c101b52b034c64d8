const { store } = require('ferry-store');

exports.passes = { find: (pass) => store.lookUp(pass) };
