exports.allowed = function allowed(req, res, next) { next(); };
