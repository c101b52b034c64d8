module.exports = (length) => (req, res, next) => (length > 3 ? next() : res.sendStatus(503));
