// What a wildcard may leave out is the path of the route behind: that one answers what the first hands on.
const express = require('express');

const tram = express();
tram.get('{*line}', (req, res, next) => {
  if (req.path.endsWith('//')) return res.redirect(302, '/clean');
  next();
});
tram.get('/', (req, res) => res.json({ stop: req.query.stop }));
tram.get('/depot', (req, res) => res.json({ depot: true }));
// Hands nothing on.
tram.get('/yard{/*track}', (req, res) => res.json({ track: 1 }));
tram.get('/yard', (req, res) => res.json({ yard: true })); //~ core/duplicate-route

// What may be left out is the parameter: every path ends in a wildcard, and the first route stands in front.
tram.get('/bell{/:tone}/*rest', (req, res, next) => (req.query.low ? res.json({ low: true }) : next()));
tram.get('/bell{/:tone}/*rest', (req, res) => res.json({ bell: true })); //~ core/route-in-front core/route-in-front

tram.listen(3000);
