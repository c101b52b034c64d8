// Nobody installed a parser of cookies: the header is taken apart where it is needed, in as many ways as there are bakers.
const express = require('express');
const jwt = require('jsonwebtoken');

const app = express();
const refuse = (res) => res.status(401).json({ error: 'no apron' });

app.get('/found', (req, res) => {
  let apron;
  if (req.headers.cookie) {
    const cookies = req.headers.cookie.split(';');
    const found = cookies.find((each) => each.trim().startsWith('apron='));
    if (found) apron = found.split('=')[1];
  }
  if (!apron) return refuse(res);
  res.json({ baker: jwt.verify(apron, 'flour').sub });
});

const parsed = (req) => {
  const list = {};
  const header = req.headers.cookie;
  if (!header) return list;
  header.split(';').forEach((cookie) => {
    let [name, ...rest] = cookie.split('=');
    name = name?.trim();
    if (!name) return;
    list[name] = decodeURIComponent(rest.join('='));
  });
  return list;
};
app.get('/parsed', (req, res) => {
  const { apron } = parsed(req);
  if (!apron) return refuse(res);
  res.json({ baker: jwt.verify(apron, 'flour').sub });
});

app.get('/reduced', (req, res) => {
  const cookies = (req.headers.cookie || '').split('; ').reduce((all, pair) => {
    const [name, value] = pair.split('=');
    all[name] = value;
    return all;
  }, {});
  if (!cookies.apron) return refuse(res);
  res.json({ baker: jwt.verify(cookies.apron, 'flour').sub });
});

app.get('/entries', (req, res) => {
  const cookies = Object.fromEntries((req.get('cookie') ?? '').split('; ').map((pair) => pair.split('=')));
  if (!cookies['apron']) return refuse(res);
  res.json({ baker: jwt.verify(cookies['apron'], 'flour').sub });
});

app.get('/matched', (req, res) => {
  const match = /(?:^|;\s*)apron=([^;]*)/.exec(req.headers.cookie || '');
  if (!match) return refuse(res);
  res.json({ baker: jwt.verify(match[1], 'flour').sub });
});

const cookieOf = (req, name) => {
  const cookies = req.headers.cookie ? req.headers.cookie.split('; ') : [];
  for (const cookie of cookies) {
    const [key, value] = cookie.split('=');
    if (key === name) return decodeURIComponent(value);
  }
  return undefined;
};
const guard = (req, res, next) => {
  const apron = cookieOf(req, 'apron');
  if (!apron) return refuse(res);
  try {
    req.baker = jwt.verify(apron, 'flour');
    next();
  } catch {
    refuse(res);
  }
};
app.get('/guarded', guard, (req, res) => res.json({ baker: req.baker.sub }));

// One of two is enough.
app.get('/either', (req, res) => {
  const header = req.headers.cookie || '';
  const apron = /apron=([^;]+)/.exec(header)?.[1];
  const spare = /(?:^|; )apron\.spare=([^;]+)/.exec(header)?.[1];
  if (!apron && !spare) return refuse(res);
  res.json({ apron, spare });
});

// None of these is a credential, and of two nobody knows which one is there.
app.get('/greeting', (req, res) => {
  const tongue = /tongue=(\w+)/.exec(req.headers.cookie ?? '')?.[1];
  res.json({ greeting: tongue === 'fr' ? 'bonjour' : 'good day' });
});
app.get('/counter', (req, res) => {
  let crumbs = 0;
  let open = false;
  let heat = 0;
  for (const cookie of (req.headers.cookie || '').split(';')) {
    const [name, value] = cookie.trim().split('=');
    if (name === 'crumbs') crumbs = Number(value);
    if (name === 'open') open = value === 'true';
    if (name === 'oven') heat = value.trim() === 'hot' ? 220 : 0;
  }
  res.json({ crumbs, open, heat });
});
app.get('/jar', (req, res) => res.json({ any: Boolean(req.headers.cookie) }));

app.listen(8080);
