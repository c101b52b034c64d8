module.exports = (host) => {
  host.use((req, res, next) => (req.headers['x-keeper'] ? next() : res.status(401).json({ error: 'no keeper' })));
  host.route('/log').get((req, res) => res.json([])).put((req, res) => res.sendStatus(204));
};
