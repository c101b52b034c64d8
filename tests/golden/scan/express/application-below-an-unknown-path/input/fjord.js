// The inner application is mounted, only nobody knows where: its routes have no path that could be called, so none of them is an endpoint.
const express = require('express');
const tides = require('tide-tables').load();

const fjord = express();
const skerry = express();
skerry.get('/puffins', (query, reply) => reply.end());
fjord.use(tides.prefix, skerry); //~ express/dynamic-mount-path
fjord.get('/ferry', (query, reply) => reply.end());
fjord.listen(0);
