const jwt = require('jsonwebtoken');

module.exports = function needToken(req, res, next) {
  const held = req.headers.authorization;
  if (!held) return res.status(401).json({ error: 'no token' });
  try { req.keeper = jwt.verify(held.slice(7), 'foghorn'); } catch (error) { return res.status(401).json({ error: 'bad token' }); }
  next();
};
