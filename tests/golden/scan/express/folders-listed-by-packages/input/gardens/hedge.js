module.exports = (manor) => { manor.get('/gardens/hedge', (req, res) => res.json({})); };
