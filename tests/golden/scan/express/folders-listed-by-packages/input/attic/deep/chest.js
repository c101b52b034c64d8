module.exports = (manor) => { manor.get('/attic/chest', (req, res) => res.json({ chest: 1 })); };
