module.exports = (farm) => farm.get('/birds', (req, res) => res.json({ nests: 2 }));
