exports.show = (req, res) => res.json({ height: 30 });
