const cloister = require('../cloister');
exports.open = (gate) => {
  cloister.app.post(`/gates/${gate.name}`, (req, res) => res.json({ open: true }));
};
