const express = require('express');
const jwt = require('jsonwebtoken');

const house = express();

// A header of the program's own beside that of a proxy, which keeps "authorization" for itself.
function visitor(request, response, next) {
  const line = request.header('Authorization-House');
  const token = line && line.startsWith('Bearer ') ? line.split(' ')[1] : undefined;
  let known = false;
  if (token) {
    try {
      jwt.verify(token, process.env.SECRET);
      known = true;
    } catch {}
  }
  request.isAuthenticated = known;
  next();
}

function onlyVisitors(request, response, next) {
  if (!request.isAuthenticated) return response.status(401).json({ error: 'who are you?' });
  next();
}

house.get('/rooms', visitor, onlyVisitors, (request, response) => response.json([]));
house.get('/garden', visitor, (request, response) => response.json([]));

// The usual one.
function keeper(request, response, next) {
  try {
    jwt.verify(request.headers.authorization.slice(7), process.env.SECRET);
  } catch {
    return response.status(401).end();
  }
  next();
}
// Which wing is meant says a header: the 401 behind it is for want of the login.
const { wings, trustees } = require('wings-of-houses');
const wing = async (request, response, next) => {
  const id = request.get('wing');
  if (id && !(request.wing = await wings.find(id))) return response.status(404).end();
  next();
};
const porter = (request, response, next) => {
  request.porter = jwt.verify(request.headers.authorization.slice(7), process.env.SECRET);
  next();
};
const allowed = ({ porter, wing }, response, next) => {
  if (!porter) return response.status(401).end();
  if (!wing || !porter.wings.some((own) => own === wing.id)) return response.status(403).end();
  next();
};
house.get('/wing', wing, (request, response) => response.json([]));
house.get('/wing/keys', wing, porter, allowed, (request, response) => response.json([]));
// The same where the login is found by what another guard has left.
const badge = (request, response, next) => {
  request.badge = jwt.verify(request.headers.authorization.slice(7), process.env.SECRET);
  next();
};
const found = async (request, response, next) => {
  request.trustee = await trustees.find(request.badge.sub);
  next();
};
const entrusted = ({ trustee, wing }, response, next) => {
  if (!trustee) return response.status(401).end();
  if (!wing || trustee.wing !== wing.id) return response.status(403).end();
  next();
};
house.get('/wing/doors', wing, badge, found, entrusted, (request, response) => response.json([]));

house.get('/cellar', keeper, (request, response) => response.json([]));

house.listen(3000);
