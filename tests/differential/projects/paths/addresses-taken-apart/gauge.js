const url = require('url');
const express = require('express');
const gauge = express();

const SITE = 'https://gauges.example.org:8443/dials/v2/?unit=bar#top';
gauge.get(`${url.parse(SITE).pathname}needle`, (req, res) => res.send('n'));
gauge.get(`/${url.parse(SITE).hostname}/${url.parse(SITE).port}/${url.parse(SITE).query}`, (req, res) => res.send('h'));
gauge.get(`/${String(url.parse('/only/a/path?x=1').protocol)}${url.parse('/only/a/path?x=1').pathname}`, (req, res) => res.send('o'));
gauge.use(url.resolve('/assets/', 'fonts'), express.Router().get('/face', (req, res) => res.send('f')));
gauge.post(url.resolve('/assets/one', 'two'), (req, res) => res.send('t'));
gauge.put(url.resolve('/a/b/c/', '../up'), (req, res) => res.send('u'));
gauge.delete(new URL('../scale', SITE).pathname, (req, res) => res.send('s'));
gauge.patch(new URL('rim', 'http://localhost/outer/inner').pathname, (req, res) => res.send('r'));
try { gauge.get(new URL('no address').pathname, (req, res) => res.send('never')); } catch { gauge.get('/not-an-address', (req, res) => res.send('x')); }
gauge.listen(3000);
