module.exports = class ScaleDesk {
  weigh(req, res) {
    res.json({ kilos: 12 });
  }
  correct(req, res) {
    res.json({ kilos: req.body.kilos });
  }
};
