const express = require('express');
const { expressjwt } = require('express-jwt');

const archive = express();
const free = ['/catalogue', { url: /^\/maps\/\d+$/, methods: ['GET'] }, { url: '/cards', methods: ['POST'] }];
archive.use(expressjwt({ secret: 'vellum', algorithms: ['HS256'] }).unless({ path: free, method: 'OPTIONS' }));
archive.get('/catalogue', (req, res) => res.json([{ shelf: 1 }]));
archive.get('/maps/:map', (req, res) => res.json({ map: req.params.map }));
archive.delete('/maps/:map', (req, res) => res.sendStatus(204));
archive.post('/cards', (req, res) => res.status(201).json({ card: 7 }));
archive.get('/cards', (req, res) => res.json([]));
archive.options('/cards', (req, res) => res.sendStatus(204));
archive.listen(4002);
