exports.sentinel = function sentinel(req, res, next) { next(); };
exports.list = (req, res) => res.end();
exports.open = (req, res) => res.end();
