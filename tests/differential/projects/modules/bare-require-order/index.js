const app = require('./app');
app.use(function early(req, res, next) { next(); });
require('./first');
app.use(function middle(req, res, next) { next(); });
require('./second');
require('./first');
app.listen(1);
