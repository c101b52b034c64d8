const express = require('express');

const { FREIGHT_URL } = process.env;
if (!FREIGHT_URL) process.exit(1);
const depot = new URL(FREIGHT_URL.replace(/\/$/, ''));
const prefix = `/${depot.pathname.replace('/', '')}`;

const freight = express();
freight.get('/health', (req, res) => res.json({ up: true }));
// The message names the variable that the prefix comes from, however it was taken apart.
freight.get(`${prefix}/cargo`, (req, res) => res.json([])); //~ project/unknown-path
freight.post(`${prefix}/cargo`, (req, res) => res.status(201).end()); //~ project/unknown-path
freight.listen(8116);
