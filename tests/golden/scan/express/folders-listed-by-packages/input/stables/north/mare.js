module.exports = (manor) => { manor.get('/stables/mare', (req, res) => res.json({ mare: 1 })); };
