const path = require('path');
const express = require('express');
const favicon = require('serve-favicon');

const pages = path.resolve(__dirname, '../public');
const keep = (options) => (req, res, next) => next(options.strict ? undefined : null);

const app = express();
app.use(favicon(path.join(pages, 'favicon.ico')));
app.use('/assets', express.static(pages, { index: false }));
app.use(keep({ strict: true, folder: `${process.cwd()}/logs`, system: '/var/log', prefix: '/api' }));
app.get('/lamps', (req, res) => res.sendFile(path.join(pages, 'lamps.html')));
app.listen(3000);
