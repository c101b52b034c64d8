const express = require('express');
const { createApp } = require('company-server');
const client = require('company-client');

const lamp = express();
lamp.get('/lamp', (req, res) => res.json({ lit: true }));
lamp.listen(3000);

// What the package makes may be an application; nobody here knows.
const company = createApp({ name: 'lighthouse' });
company.post('/logins', (req, res) => res.json({ ok: true })); //~ project/unseen-registration
company.get('/keepers/:keeper', checked, async (ctx) => ctx.send({ id: 1 })); //~ project/unseen-registration

// A client's callbacks and a cache's entries are no routes.
client.get('/tides', (error, tides) => tides && lamp.set('tides', tides));
client.put('/tides', { high: 4 });
client.all('tides', (req) => req);

function checked(req, res, next) {
  next();
}
