const jwt = require('jsonwebtoken');

exports.claims = async (token) => jwt.verify(token, process.env.TOLL_SECRET, { algorithms: ['HS256'] });
