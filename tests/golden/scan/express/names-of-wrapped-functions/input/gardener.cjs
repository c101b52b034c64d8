module.exports = function (req, res, next) {
  if (req.get('x-gardener') !== 'yes') return res.sendStatus(401);
  next();
};
