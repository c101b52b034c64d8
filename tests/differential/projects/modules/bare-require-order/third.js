require('./app').get('/third', (req, res) => res.end());
