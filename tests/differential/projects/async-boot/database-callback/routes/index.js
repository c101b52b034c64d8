const HerbHandler = require('./herbs');
module.exports = (app, db) => {
  const handler = new HerbHandler(db);
  function signedIn(req, res, next) { next(); }
  app.get('/herbs', signedIn, handler.list);
  app.post('/herbs', signedIn, handler.plant);
};
