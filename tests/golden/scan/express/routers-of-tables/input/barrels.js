const resource = require('resource-router-middleware');

module.exports = ({ cellar }) =>
  resource({
    id: 'barrel',
    load(req, id, done) {
      const found = cellar.find((each) => each.id === id);
      done(found ? null : 'no such barrel', found);
    },
    index({ query }, res) {
      res.json({ from: query.from, barrels: 12 });
    },
    create({ body }, res) {
      res.status(201).json({ year: body.year });
    },
    read({ barrel }, res) {
      res.json(barrel);
    },
    update(req, res) {
      res.sendStatus(204);
    },
    delete: (req, res) => res.sendStatus(204),
  });
