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
house.get('/cellar', keeper, (request, response) => response.json([]));

house.listen(3000);
