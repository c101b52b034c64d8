exports.list = (req, res) => res.json([]);
exports.add = (req, res) => res.status(201).json({ lever: req.body });
exports.show = (req, res) => res.json({ pulled: true });
exports.remove = (req, res) => res.sendStatus(204);
