// Which of two routers answers is chosen for each request: neither stands in front of the other. A handler that changes the URL says where routers answer.
const express = require('express');
const lending = express();

const paper = express.Router();
paper.get('/books', (req, res) => res.json([{ isbn: '1' }])); //~ core/chosen-for-each-request
const sound = express.Router();
sound.get('/books', (req, res) => res.json({ tapes: [] })); //~ core/chosen-for-each-request
sound.post('/books', (req, res) => res.status(201).json({ made: true }));

const kinds = { paper, sound };
lending.use('/kinds/:kind', (req, res, next) => { //~ express/delegated-router
  const kind = kinds[req.params.kind];
  if (!kind) return res.status(404).json({ error: 'no such kind' });
  return kind(req, res, next);
});

const chosen = (req) => (req.headers['x-ears'] ? sound : paper);
lending.use('/chosen', (req, res, next) => chosen(req).handle(req, res, next)); //~ express/delegated-router

const branches = new Map([['north', paper], ['south', sound]]);
lending.all('/branches/:branch/*', (req, res, next) => { //~ express/router-below-handler
  req.url = req.url.replace(/^\/branches\/\w+/, '');
  branches.get(req.params.branch)(req, res, next);
});
lending.listen(1);
