const express = require('express');
const { hostname } = require('node:os');

const pier = express();
pier.get('/boats', (request, response) => { response.json([{ name: 'Ada' }]); });

// Whatever the machine is called: the path is what stands behind its name and port.
const harbour = express();
const plain = new URL(`http://${hostname()}:${process.env.PORT || 8080}`);
const below = new URL(process.env.ADDRESS ?? `https://user@${hostname()}:8443/quay/?tide=high#top`);
harbour.use(plain.pathname + plain.search, pier);
harbour.use(below.pathname, pier);
harbour.get(`/${below.search.slice(1)}${below.hash.slice(1)}`, (request, response) => {
  response.json({ address: below, text: `${below}`, host: below.host, protocol: below.protocol });
});

// A name with nothing behind it may bring a path of its own, and so may what stands in front of a slash.
const whole = new URL(`https://${process.env.SERVICE}`);
const early = new URL(`https://${process.env.SERVICE}/v1`);
const late = new URL(`https://${hostname()}:80/v1/${process.env.PART}`);
harbour.get(`${whole.pathname}/whole`, (request, response) => { response.json({}); }); //~ project/unknown-path
harbour.get(`${early.pathname}/early`, (request, response) => { response.json({}); }); //~ project/unknown-path
harbour.get(`${late.pathname}/late`, (request, response) => { response.json({}); }); //~ project/unknown-path

harbour.listen(8080);
