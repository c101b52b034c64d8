module.exports = () => function corsMiddleware(req, res, next) { next(); };
