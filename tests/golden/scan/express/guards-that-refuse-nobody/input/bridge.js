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
bridge.get('/walk/toll', (req, res) => res.json({ toll: 1 }));
bridge.get('/ride/toll', (req, res) => res.json({ toll: 2 }));
bridge.get('/swim/toll', (req, res) => res.json({ toll: 0 }));
bridge.listen(4014);
