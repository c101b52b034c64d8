require('./app').get('/first', (req, res) => res.end());
