const express = require('express');
const session = require('express-session');

const pier = express();
pier.use(session({ secret: 'tar', name: 'rope' }));

// Only those who are known, and something else of them, are sent away: strangers pass.
function barred(request, response, next) {
  if (request.session.user && request.session.user.barred && request.method !== 'GET') return response.status(403).send('you are barred');
  next();
}
function hushed(request, response, next) {
  if (request.hostname !== 'pier' && request.session.user) {
    response.status(403).json({ why: 'hush' });
    return;
  }
  next();
}
// These send strangers away as well.
function crew(request, response, next) {
  if (request.session.user && request.session.user.rank < 3) return response.status(403).json({ why: 'too low' });
  if (!request.session.user) return response.status(401).json({ why: 'who are you?' });
  next();
}
function captain(request, response, next) {
  if (request.session.user && request.session.user.rank === 9) return next();
  response.status(401).json({ why: 'not the captain' });
}

pier.post('/catch', barred, (request, response) => response.json({ fish: 2 }));
pier.post('/songs', hushed, (request, response) => response.json({ verses: 4 }));
pier.post('/nets', crew, (request, response) => response.json({ nets: 8 }));
pier.post('/anchor', captain, (request, response) => response.json({ up: true }));

pier.listen(6000);
