// The package itself: programs of these projects run with it.
module.exports = require('node:module').createRequire(__filename)('yargs');
