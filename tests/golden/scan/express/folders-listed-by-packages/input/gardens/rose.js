module.exports = (manor) => { manor.get('/gardens/rose', (req, res) => res.json({ rose: true })); };
