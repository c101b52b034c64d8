module.exports = function signedIn(req, res, next) {
  if (!req.headers.authorization) return res.status(401).json({ error: 'who is there?' });
  next();
};
