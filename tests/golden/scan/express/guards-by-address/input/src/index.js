const express = require('express');

// Each variant is an application of its own below one path, so that the addresses which its guard sees are those behind it.
const keeper = express();
keeper.use('/only', require('./only-there'));
keeper.use('/but', require('./everywhere-but-there'));
keeper.use('/lists', require('./lists'));
keeper.use('/helpers', require('./helpers'));
keeper.use('/methods', require('./methods'));
keeper.use('/pages', require('./pages'));
keeper.use('/cases', require('./cases'));
keeper.use('/kinds', require('./wrong-kinds'));
keeper.use(require('./whole-address'));
keeper.get('/signals/:code', (req, res) => res.json({ code: req.params.code }));
keeper.listen(4010);
