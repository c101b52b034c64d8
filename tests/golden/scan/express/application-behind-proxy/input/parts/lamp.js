module.exports = (host) => {
  host.lampPath = '/lamp';
  host.get('/lamp', (req, res) => res.json({ lit: true }));
  host.post('/lamp/turn', (req, res) => res.status(202).json({ turning: true }));
};
