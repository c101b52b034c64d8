const { app } = require('./pilots');

exports.register = async () => {
  app.post('/berths', (req, res) => res.status(201).json({ berth: req.body.berth }));
};
