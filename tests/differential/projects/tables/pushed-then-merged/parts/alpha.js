const catalogue = require('../catalogue');
function needsSeal(req, res, next) { next(); }
catalogue
  .add({ verb: 'POST', at: '/scrolls', guard: needsSeal, act: (req, res) => res.end() })
  .add({ verb: 'GET', at: '/scrolls/:scroll', act: (req, res) => res.end() });
