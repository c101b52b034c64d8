// One middleware puts a record on the request, others fill it: what stands behind them finds what they have put into it.
const express = require('express');
const wagons = require('wagon-store');

const depot = express();
depot.use(express.json());
depot.use((request, response, next) => {
  request.yard = {};
  request.notes = { lines: [], place: 'yard' };
  next();
});

const finds = async (request, response, next) => {
  request.yard.wagon = await wagons.find(request.params.id);
  if (!request.yard.wagon) return response.status(404).json({ reason: 'no wagon' });
  next();
};
const names = (request, response, next) => {
  request.yard.driver = 'somebody';
  request.yard.since = 3;
  next();
};
const looks = (request, response, next) => {
  if (!request.yard.driver) return response.status(403).json({ reason: 'no driver' });
  next();
};

depot.get('/wagons/:id', finds, (request, response) => response.json({ wagon: request.yard.wagon }));
depot.get('/drivers', names, looks, (request, response) => response.json({ driver: request.yard.driver, since: request.yard.since }));
// Nobody fills it here, and it is not what others have made of theirs.
depot.get('/yard', (request, response) => response.json({ yard: request.yard, place: request.notes.place }));
depot.put('/yard', (request, response, next) => {
  request.notes.place = request.body.place;
  next();
}, (request, response) => response.json({ place: request.notes.place }));

depot.listen(3000);
