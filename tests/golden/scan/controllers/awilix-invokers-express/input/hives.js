class Bees {
  all() {
    return [{ id: 1, frames: 10 }];
  }
}

class HiveController {
  constructor({ bees }) {
    this.bees = bees;
  }
  list(req, res) {
    res.json(this.bees.all());
  }
  guard(req, res, next) {
    if (!req.get('authorization')) return res.status(401).json({ error: 'who' });
    next();
  }
  async make(req, res) {
    const { frames } = req.body;
    if (!frames) return res.status(400).json({ error: 'frames' });
    res.status(201).json({ id: 2, frames: Number(frames) });
  }
  remove(req, res) {
    res.sendStatus(204);
  }
}

const makeQueens = ({ clock }) => ({
  find: (req, res) => res.json({ id: req.params.id, seen: clock().toISOString() }),
  crown: async (req, res) => res.json({ name: String(req.body.name) }),
});

module.exports = { Bees, HiveController, makeQueens };
