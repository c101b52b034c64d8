const express = require('express');
const _ = require('lodash');

const cabin = express();
const shown = (req, res) => res.send('shown');
const given = () => ({ base: process.env.BASE, version: 'v1' });

const filtered = Object.fromEntries(Object.entries(given()).filter(([, value]) => value !== undefined));
cabin.get(`/${filtered.base}/filtered`, shown); //~ project/unknown-path

const deleted = given();
for (const key of Object.keys(deleted)) if (deleted[key] === undefined) delete deleted[key];
cabin.get(`/${deleted.base}/deleted`, shown); //~ project/unknown-path

const copied = JSON.parse(JSON.stringify(given()));
cabin.get('/' + copied.base + '/copied', shown); //~ project/unknown-path

const omitted = _.omitBy(given(), _.isUndefined);
cabin.use('/' + omitted.base, express.Router().get('/omitted', shown)); //~ project/unknown-path

const [first] = [process.env.FIRST].filter(Boolean);
cabin.get(`/${first}/first`, shown); //~ project/unknown-path

// What is set is a part of the path as ever.
cabin.get(`/${filtered.version}/${copied.version}/${omitted.version}/undefined-terms`, shown);

cabin.listen(3000);
