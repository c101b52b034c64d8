const express = require('express');
const jwt = require('jsonwebtoken');
const cookies = require('cookie-parser');

// Both take notice of who comes, and let everybody pass.
const bridge = express();
bridge.use(cookies());
bridge.use('/walk', function walker(req, res, next) {
  const held = req.cookies.token || req.headers['x-access-token'];
  if (!held) { console.log('a stranger'); next(); return; }
  jwt.verify(held, 'planks', (error, who) => {
    if (error || !who) { res.clearCookie('token'); return next(); }
    req.walker = who;
    next();
  });
});
bridge.use('/ride', (req, res, next) => {
  const held = req.headers.authorization;
  try { if (held) req.rider = jwt.verify(held.slice(7), 'planks'); } catch (error) { console.log(error.message); } finally { next(); }
});
// And this one does not.
bridge.use('/swim', (req, res, next) => {
  const held = req.headers.authorization;
  jwt.verify(held, 'planks', (error, who) => (error ? next(Object.assign(new Error('sink'), { status: 401 })) : next()));
});
// Closed for repairs, but for those who do them: nobody is asked for a token.
bridge.use('/cross', async (req, res, next) => {
  if (!(await globalThis.store.closed())) return next();
  try { if (jwt.verify(req.cookies.token, 'planks').mason) return next(); } catch (error) { console.log(error.message); }
  return res.status(503).json({ closed: true });
});
// Without encryption whoever shows credentials is turned away, and everybody else is sent on: whoever shows none is asked for none.
bridge.use('/row', (req, res, next) => {
  if (req.secure) return next();
  if (!req.hostname) return res.sendStatus(403);
  if (req.headers.authorization) return res.sendStatus(403);
  res.redirect(301, `https://${req.hostname}${req.originalUrl}`);
});
// Who shows some is looked at, wherever the refusal stands.
bridge.use('/sail', (req, res, next) => {
  if (!req.headers.authorization) return res.redirect('/walk/toll');
  jwt.verify(req.headers.authorization, 'planks', (error, who) => {
    if (error) return res.sendStatus(401);
    req.sailor = who;
    next();
  });
});
bridge.get('/row/toll', (req, res) => res.json({ toll: 4 }));
bridge.get('/sail/toll', (req, res) => res.json({ toll: 5 }));
bridge.get('/cross/toll', (req, res) => res.json({ toll: 3 }));
bridge.get('/walk/toll', (req, res) => res.json({ toll: 1 }));
bridge.get('/ride/toll', (req, res) => res.json({ toll: 2 }));
bridge.get('/swim/toll', (req, res) => res.json({ toll: 0 }));
bridge.listen(4014);
