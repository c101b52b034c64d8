module.exports = (farm) => farm.get('/sheep', (req, res) => res.json({ sheep: 12 }));
