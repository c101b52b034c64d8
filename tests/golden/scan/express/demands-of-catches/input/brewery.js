// An error that is caught ends nothing by itself: what is demanded is what the catch demands.
const express = require('express');

const brewery = express();
class Refused extends Error {
  constructor(message) {
    super(message);
    this.status = 403;
  }
}

// Either will do.
brewery.get('/malts', (request, response) => {
  try {
    if (!request.query.maltster) throw new Refused('who malts');
  } catch (error) {
    if (!request.query.farmer) throw new Refused('who grows');
  }
  response.json({ malts: 3 });
});
const grows = async ({ query }) => {
  if (!query.farmer) throw new Refused('who grows');
};
const picks = async ({ query }) => {
  if (!query.picker) throw new Refused('who picks');
};
brewery.get('/hops', async (request, response, next) => {
  try {
    try {
      await picks(request);
    } catch {
      await grows(request);
    }
    response.json({ hops: 9 });
  } catch (error) {
    next(error);
  }
});
brewery.get('/yeasts', (request, response) => {
  try {
    if (!request.query.strain) throw new Refused('which strain');
  } catch {
    if (!request.query.flask) return response.status(403).json({ reason: 'which flask' });
    if (!request.query.shelf) return response.status(403).json({ reason: 'which shelf' });
  }
  response.json({ alive: true });
});

// Whoever is caught is refused in any case, in whose words ever.
brewery.get('/casks', (request, response) => {
  try {
    if (!request.query.cooper) throw new Error('who made it');
  } catch {
    throw new Refused('no cask');
  }
  response.json({ casks: 12 });
});
brewery.get('/kegs', (request, response) => {
  try {
    if (!request.query.keg) throw new Error('which keg');
    response.json({ kegs: 2 });
  } catch (error) {
    response.status(400).json({ reason: error.message });
  }
});
// It returns, for all that is thrown or for errors of one class.
brewery.get('/corks', (request, response) => {
  try {
    if (!request.query.cork) throw new Error('which cork');
  } catch (error) {
    return response.status(401).json({ reason: error.message });
  }
  return response.json({ cork: request.query.cork });
});
const sealed = ({ wax, stamp }) => {
  if (!wax || !stamp) throw new Refused('not sealed');
  if (!stamp.startsWith('b')) throw new Refused('whose stamp');
  return { wax };
};
brewery.get('/seals', async (request, response) => {
  let seal;
  try {
    seal = sealed(request.query);
  } catch (error) {
    if (error instanceof Refused) return response.status(401).json({ reason: error.message });
    throw error;
  }
  return response.json({ wax: seal.wax });
});
// Nobody is.
brewery.get('/taps', (request, response) => {
  try {
    if (!request.query.tap) throw new Refused('which tap');
  } catch (error) {
    console.warn(error);
  }
  response.json({ taps: 4 });
});
// Both: the catch asks for the second of those who have come without the first, and everybody is asked behind it.
brewery.get('/bills', (request, response) => {
  try {
    if (!request.query.guest) throw new Refused('who pays');
  } catch {
    if (!request.query.host) throw new Refused('who invites');
  }
  if (!request.query.table) throw new Refused('which table');
  response.json({ total: 7 });
});

// What is thrown on is thrown as often as somebody catches it.
const brewed = async (name, find) => {
  try {
    if (!name) throw new Refused('which brew');
    return await find(name);
  } catch (error) {
    if (error.message === 'sold out') throw new Refused('too late');
    throw error;
  }
};
brewery.get('/brews', async (request, response) => {
  try {
    response.json({ brew: await brewed(request.query.brew, require('./cellar').find) });
  } catch (error) {
    if (error.status === 403) return response.status(403).json({ reason: error.message });
    response.status(500).json({});
  }
});

brewery.listen(3000);
