const express = require('express');
const jwt = require('jsonwebtoken');
const people = require('./people');

const furnace = express();
furnace.use((request, response, next) => {
  const [, badge] = (request.headers.authorization || '').split(' ');
  if (!badge) return response.sendStatus(401);
  try {
    request.user = jwt.verify(badge, process.env.BADGE_SECRET);
    next();
  } catch {
    response.sendStatus(401);
  }
});

// Whoever is one of these is let in: they are scopes.
const only = (trades) => (request, response, next) => {
  if (!trades.includes(request.user.trade)) return response.sendStatus(403);
  next();
};
// Whoever is one of these is sent away: they are none.
const never = (trades) => (request, response, next) => {
  if (trades.includes(request.user.trade)) return response.sendStatus(403);
  next();
};
// The same for one of several groups of the caller, for what a database knows of him, and in a loop.
const neverIn =
  (...groups) =>
  (request, response, next) => {
    const isIn = groups.some((group) => request.user.groups.includes(group));
    if (isIn) {
      response.sendStatus(403);
    } else {
      next();
    }
  };
const neverAs = (grades) => async (request, response, next) => {
  const { grade } = await people.find(request.user.id);
  if (grades.includes(grade)) return response.sendStatus(403);
  next();
};
const noneOf = (trades) => (request, response, next) => {
  for (const trade of trades) if (request.user.trade === trade) return response.sendStatus(403);
  next();
};
// Some of those who are let in are sent away for something else.
const rested = (trades) => (request, response, next) => {
  if (!trades.includes(request.user.trade)) return response.sendStatus(403);
  if (request.user.tired) return response.sendStatus(403);
  next();
};
// One list of each kind.
const rule =
  ({ let: welcome, bar }) =>
  (request, response, next) => {
    if (bar.includes(request.user.trade)) return response.sendStatus(403);
    if (welcome.includes(request.user.trade)) return next();
    response.sendStatus(403);
  };

furnace.get('/kiln', only(['gaffer']), (request, response) => response.json({ degrees: 1100 }));
furnace.get('/moulds', never(['visitor']), (request, response) => response.json({ moulds: 3 }));
furnace.get('/colours', neverIn('trial', 'guest'), (request, response) => response.json({ colours: 8 }));
furnace.get('/grades', neverAs(['novice']), (request, response) => response.json({ grades: 4 }));
furnace.get('/pipes', noneOf(['cutter', 'packer']), (request, response) => response.json({ pipes: 6 }));
furnace.get('/heat', rested(['stoker']), (request, response) => response.json({ heat: 9 }));
furnace.get('/shelves', rule({ let: ['gaffer'], bar: ['visitor'] }), (request, response) => response.json({ shelves: 12 }));

furnace.listen(7400);
