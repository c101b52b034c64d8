const Router = require('express/lib/router/index');

const beams = new Router({ strict: true });
beams.get('/:beam', (req, res) => res.json({ beam: req.params.beam }));
exports.beams = beams;
