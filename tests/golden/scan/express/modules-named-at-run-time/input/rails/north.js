module.exports = (req, res) => res.json({ rail: 'north' });
module.exports.lay = (app) => app.get('/north', module.exports);
