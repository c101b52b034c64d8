exports.plant = (req, res) => res.json({ vines: Number(req.body.vines) });
