exports.before = function before(req, res, next) { next(); };
exports.list = (req, res) => res.end();
exports.show = (req, res) => res.end();
