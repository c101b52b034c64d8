const express = require('express');

const canal = express();
for (const routes of [require('./routes/locks'), require('./routes/barges'), require('./routes/towpaths'), require('./routes/bridges')]) routes(canal);
canal.use((error, req, res, next) => res.status(500).json({ trace: error.stack }));
canal.listen(4019);
