const express = require('express');
const config = require('./config');
const app = express();
app.use(config.api.prefix, require('./routes'));
if (config.metrics) app.get(config.metrics.path, (req, res) => res.end());
app.listen(config.port);
