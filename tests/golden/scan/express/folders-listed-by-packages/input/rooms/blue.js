module.exports = (manor) => { manor.get('/rooms/blue', (req, res) => res.json({ blue: true })); };
