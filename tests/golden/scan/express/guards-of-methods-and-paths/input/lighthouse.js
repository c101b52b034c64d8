const express = require('express');
const store = require('some-store');

const lighthouse = express();
lighthouse.use(express.json());

const refuse = (req, res, next) => (req.headers.authorization ? next() : res.status(401).json({ why: 'who are you' }));

// Expressions, made of texts.
const open = [];
['get /', 'post /keepers', 'get /keepers/[^/]+/lamp'].map((each) => open.push(new RegExp('^' + each + '$')));
const byExpressions = (req, res, next) => {
  const asked = req.method.toLowerCase() + ' ' + req.url;
  for (const each of open) if (each.test(asked)) return next();
  return refuse(req, res, next);
};

// Texts, in a list and in a set.
const OPEN = ['GET /', 'POST /keepers'];
const byTexts = (req, res, next) => (OPEN.includes(`${req.method} ${req.path}`) ? next() : refuse(req, res, next));
const KNOWN = new Set(['GET:/', 'GET:/keepers']);
const bySet = (req, res, next) => (KNOWN.has(`${req.method}:${req.path}`) ? next() : refuse(req, res, next));

// One of them, or another.
const byOne = (req, res, next) => {
  const asked = `${req.method} ${req.path}`;
  if (asked === 'POST /keepers' || 'GET /keepers' == asked) return next();
  return refuse(req, res, next);
};
const bySome = (req, res, next) => ([/^(get|post) \/keepers$/i].some((each) => each.test(`${req.method} ${req.path}`)) ? next() : refuse(req, res, next));

// What says nothing of the method, or is one of two as a whole, says nothing that is known.
const byRest = (req, res, next) => (/keepers$/.test(`${req.method} ${req.path}`) ? next() : refuse(req, res, next));
const byEither = (req, res, next) => (/^GET \/$|lamp/.test(`${req.method} ${req.path}`) ? next() : refuse(req, res, next));
// Nor what stands between them in no text of the list.
const byNone = (req, res, next) => (OPEN.includes(`${req.method}|${req.path}`) ? next() : refuse(req, res, next));

const rooms = (guard) => {
  const router = express.Router();
  router.use(guard);
  router.get('/', (req, res) => res.json({ lit: true }));
  router.post('/keepers', (req, res) => res.status(201).json({ name: req.body.name }));
  router.get('/keepers', (req, res) => res.json([]));
  router.get('/keepers/:name/lamp', async (req, res) => res.json({ lamp: await store.lamp(req.params.name) }));
  return router;
};
lighthouse.use('/expressions', rooms(byExpressions));
lighthouse.use('/texts', rooms(byTexts));
lighthouse.use('/set', rooms(bySet));
lighthouse.use('/one', rooms(byOne));
lighthouse.use('/some', rooms(bySome));
lighthouse.use('/rest', rooms(byRest));
lighthouse.use('/either', rooms(byEither));
lighthouse.use('/none', rooms(byNone));

lighthouse.listen(3000);
