const express = require('express');
const url = require('url');
const querystring = require('querystring');

const ropeway = express();
const wanted = (address) => new URLSearchParams(address.replace(/^.+?\?/, ''));

ropeway.get('/cabins', (req, res) => { res.json({ lines: wanted(req.url).getAll('line') }); });
ropeway.get('/times', (req, res) => {
  const { searchParams } = new URL(req.originalUrl, `http://${req.headers.host}`);
  if (!searchParams.has('station')) return res.status(400).json({ error: 'station' });
  res.json({ station: searchParams.get('station'), day: searchParams.get('day') ?? 'today' });
});
ropeway.get('/fares', (req, res) => {
  const { query } = url.parse(req.url, true);
  res.json({ fare: 4, zone: query.zone });
});
ropeway.get('/snow', (req, res) => { res.json({ snow: querystring.parse(url.parse(req.url).query).height }); });
ropeway.get('/wind', (req, res) => {
  const { speed } = Object.fromEntries(new URL(`${req.protocol}://${req.get('host')}${req.url}`).searchParams);
  res.json({ speed });
});
ropeway.get('/lifts', (req, res) => {
  const key = new URLSearchParams(req.url.split('?')[1]).get('key');
  if (key === null) return res.status(401).json({ error: 'key' });
  res.json({ lifts: 3 });
});
// Another server's address is not this one's.
ropeway.get('/webcams', async (req, res) => {
  const address = new URL('http://cameras.test/all');
  const given = new URLSearchParams({ top: '1', back: req.url });
  res.json({ cameras: await (await fetch(`${address}?${given}`)).json(), top: given.get('top') });
});
ropeway.listen(8060);
