module.exports = () => function helmetMiddleware(req, res, next) { next(); };
