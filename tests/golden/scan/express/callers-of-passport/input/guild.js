const express = require('express');
const passport = require('passport');
require('./strategies');

const guild = express();
guild.use(express.json());
guild.use(passport.initialize());
const member = passport.authenticate('jwt', { session: false });

guild.get('/me', member, (request, response) => { response.json(request.user); });
guild.get('/me/rank', member, (request, response) => { response.json({ rank: request.user.rank, of: request.user.name }); });
guild.post('/door', passport.authenticate('door'), (request, response) => { response.json({ in: request.user }); });
guild.get('/hall', (request, response) => { response.json({ open: true }); });
guild.listen(8080);
