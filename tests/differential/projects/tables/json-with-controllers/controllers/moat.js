module.exports = { sentinel: function sentinel(req, res, next) { next(); }, drain(req, res) { res.end(); } };
