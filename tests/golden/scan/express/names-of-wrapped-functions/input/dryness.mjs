export default (req, res, next) => next();
