// A middleware that loads a router when the first request comes, and hands the request to it: its routes are at the place of the middleware.
const express = require('express');
const hangar = express();
exports.hangar = hangar;
hangar.badge = function badge(req, res, next) { next(); };

const whenAsked = (load) => {
  let router;
  return (req, res, next) => (router ??= load())(req, res, next);
};
let paint = null;

hangar.use('/wings', (req, res, next) => require('./bays/wings')(req, res, next)); //~ express/delegated-router
hangar.use('/tails', hangar.badge, whenAsked(() => require('./bays/tails'))); //~ express/delegated-router
hangar.use('/paint', function (req, res, next) { //~ express/delegated-router
  if (!paint) paint = require('./bays/paint').router;
  return paint.handle(req, res, next);
});
hangar.use('/crew', async (req, res, next) => { //~ express/delegated-router
  const { default: crew } = await import('./bays/crew.mjs');
  crew(req, res, next);
});
hangar.use('/parts', (req, res, next) => { //~ express/delegated-router
  import('./bays/crew.mjs').then(({ parts }) => parts(req, res, next)).catch(next);
});
// The module needs the application, which is there by then.
hangar.use('/gates', (req, res, next) => require('./bays/gates')(req, res, next)); //~ express/delegated-router
// No router: it looks at requests and lets them through.
hangar.use((req, res, next) => require('./bays/lamps')(req, res, next));
// A handler is loaded so, too: it is no router.
hangar.get('/tower', (req, res) => require('./bays/tower').show(req, res));
hangar.listen(4000);
