exports.listCrossings = function listCrossings(req, res) {
  res.json([]);
};
exports.addCrossing = function addCrossing(req, res) {
  res.status(201).json({ harbour: req.body.harbour });
};
