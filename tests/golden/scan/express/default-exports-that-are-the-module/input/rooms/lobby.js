export default (app) => app.get('/lobby', (req, res) => res.json({ chairs: 8 }));
