// A package and a function that only run time picks are given the application: what they register is missing, and that is said.
const express = require('express');
const panel = require('panel-of-nobody');

const heath = express();
panel.attach(heath); //~ express/handed-to-package
const picked = require(`./${Math.random()}`);
picked(heath); //~ evaluator/object-into-unknown
heath.get('/moor', (query, reply) => reply.end());

module.exports = heath;
