module.exports = function checkName(req, res, next) { next(); };
