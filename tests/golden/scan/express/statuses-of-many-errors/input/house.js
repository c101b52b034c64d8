const express = require('express');
const ledger = require('some-ledger');

class Lost extends Error {}
class Sealed extends Error {}
class Taken extends Error {}
class Sunk extends Error {}
class Heavy extends Error {}
class Odd extends Error {}
class Busy extends Error {}
class Closed extends Error {}
class Unpaid extends Error {}

// More statuses than there are usually alternatives.
const told = (error) => {
  if (error instanceof Lost) return { status: 404, why: 'lost' };
  if (error instanceof Sealed) return { status: 403, why: 'sealed' };
  if (error instanceof Taken) return { status: 409, why: error.message };
  if (error instanceof Sunk) return { status: 410, why: 'sunk' };
  if (error instanceof Heavy) return { status: 413, why: error.message };
  if (error instanceof Odd) return { status: 422, why: error.message };
  if (error instanceof Busy) return { status: 429, why: 'later' };
  if (error instanceof Closed) return { status: 503, why: 'closed' };
  if (error instanceof Unpaid) return { status: 402, why: 'unpaid' };
  return { status: 500, why: 'nobody knows' };
};

const house = express();
house.get('/cargo/:id', async (request, response) => {
  try {
    response.json({ cargo: await ledger.read(request.params.id) });
  } catch (error) {
    const { status, why } = told(error);
    response.status(status).json({ why });
  }
});

// A controller gives the answer, with a status for each way.
const declare = ({ body }) => {
  if (!body.owner) return { code: 400, body: { missing: 'owner' } };
  if (body.owner === 'nobody') return { code: 401, body: { missing: 'name' } };
  if (body.weight > 90) return { code: 413, body: { missing: 'crane' } };
  if (body.weight < 0) return { code: 422, body: { missing: 'weight' } };
  if (body.port === 'closed') return { code: 503, body: { missing: 'port' } };
  if (body.port === 'far') return { code: 404, body: { missing: 'road' } };
  if (body.sealed) return { code: 403, body: { missing: 'key' } };
  if (body.twice) return { code: 409, body: { missing: 'difference' } };
  return { code: 201, body: { declared: true } };
};
house.post('/cargo', express.json(), (request, response) => {
  const { code, body } = declare(request);
  response.status(code).json(body);
});

house.listen(8080);
