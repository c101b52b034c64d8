const app = require('./app');
require('./third');
app.get('/second', (req, res) => res.end());
