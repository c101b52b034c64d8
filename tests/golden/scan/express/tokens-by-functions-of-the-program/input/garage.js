const express = require('express');
const cookieParser = require('cookie-parser');
const { expressjwt } = require('express-jwt');

const garage = express();
const sealed = { secret: process.env.GARAGE_SECRET, algorithms: ['HS256'] };
garage.use(cookieParser());

const fromBadge = (req) => req.headers['x-badge'];
const fromCookie = ({ cookies }) => cookies.garage;
const fromEither = (req) => {
  const header = req.get('authorization');
  return header ? header.slice('Token '.length) : req.query.pass;
};

garage.get('/plain', expressjwt(sealed), (req, res) => res.json({ plain: true }));
garage.get('/badge', expressjwt({ ...sealed, getToken: fromBadge }), (req, res) => res.json({ badge: true }));
garage.get('/cookie', expressjwt({ ...sealed, getToken: fromCookie }), (req, res) => res.json({ cookie: true }));
garage.get('/either', expressjwt({ ...sealed, getToken: fromEither }), (req, res) => res.json({ either: true }));
garage.get('/perhaps', expressjwt({ ...sealed, getToken: fromBadge, credentialsRequired: false }), (req, res) => res.json({ perhaps: true }));
garage.listen(3000);
