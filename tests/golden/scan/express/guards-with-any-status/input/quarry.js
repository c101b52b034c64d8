const express = require('express');
const cookies = require('cookie-parser');
const session = require('express-session');
const gates = require('./gates');

const quarry = express();
const stones = (digger, foreman) => foreman.json({ stones: 12 });

quarry.use(cookies());
quarry.get('/badge', gates.badge, stones);
quarry.get('/stamp', gates.stamp, stones);
quarry.get('/slip', gates.slip, stones);
quarry.get('/language', gates.language, stones);
quarry.get('/perhaps', gates.perhaps, stones);
quarry.get('/ticket', gates.ticket, stones);

quarry.use(session({ secret: 'slate', name: 'pick' }));
quarry.get('/crew', gates.crew, stones);
quarry.get('/page', gates.page, stones);
quarry.get('/failing', gates.failing, stones);
quarry.get('/lead', gates.lead, stones);
quarry.get('/member', gates.member, stones);
quarry.get('/riddle', gates.riddle, stones);
quarry.get('/newcomer', gates.newcomer, stones);
quarry.get('/banned', gates.banned, stones);
quarry.get('/hours', gates.elsewhere, stones);
quarry.get('/elsewhere', gates.elsewhere, stones);
quarry.get('/found', gates.found, stones);

quarry.listen(7400);
