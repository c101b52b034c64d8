const express = require('express');
const shore = require('../../shore/helpers'); //~ evaluator/missing-module
const makers = require('./makers');

const ferry = express();
const crews = {};
for (const name of process.env.CREWS.split(',')) crews[name] = makers[name];
const crew = new crews.Night();
const stowaways = process.env.STOWAWAYS ? require(process.env.STOWAWAYS) : [];

ferry.use(shore.count); //~ express/unknown-middleware
ferry.use(shore['weigh']); //~ express/unknown-middleware
ferry.use(express.horn({ loud: true })); //~ express/unknown-middleware
stowaways.forEach((stowaway) => ferry.use(stowaway()));
ferry.get('/decks', crew.onDuty, shore.tickets.check('deck'), crew.bell.bind(crew), (req, res) => res.json([]));
ferry.get('/cars', shore.onlyCars.bind(shore), (req, res) => res.json([]));
ferry.listen(3000);
