// Starts the same application for those who work on it: its extra parts are no part of what `bin/depot` serves.
const morgan = require('morgan');
const line = require('./line');

line.use(morgan('dev'));
line.get('/tools', (request, response) => response.json([]));
line.listen(3001);
