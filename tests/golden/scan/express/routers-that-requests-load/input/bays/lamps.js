module.exports = (req, res, next) => { req.lamps = true; next(); };
