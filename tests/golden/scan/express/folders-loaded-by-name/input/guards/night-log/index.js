const morgan = require('morgan');
module.exports = morgan((tokens, req, res) => tokens.status(req, res));
