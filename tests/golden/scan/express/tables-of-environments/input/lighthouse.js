const express = require('express');
const fs = require('fs');
const path = require('path');
const yaml = require('js-yaml');

const app = express();
const answer = (request, response) => response.json({ lit: true });

// Nothing stands in where the variable is not set: where the program runs it is one of these.
const lamps = {
  development: { prefix: '/lamps', colour: 'white', keeper: { room: '/attic' } },
  production: { prefix: '/lamps', colour: 'red', keeper: { room: '/cellar' } },
};
const lamp = lamps[process.env.NODE_ENV];
app.get(lamp.prefix, answer);
app.get(`${lamp.prefix}/${lamp.colour}`, answer);
const { keeper } = lamps[process.env.NODE_ENV];
app.get(keeper.room, answer);

// Files that are named by a table.
const names = { development: 'short', production: 'long' };
const env = process.env.NODE_ENV;
const record = JSON.parse(fs.readFileSync(path.join(__dirname, 'settings', `${names[env]}.json`), 'utf8'));
app.get(record.prefix + '/record', answer);
app.get(record.lamp + '/record', answer);
const sheet = yaml.load(fs.readFileSync(path.join(__dirname, 'settings', names[env] + '.yml'), 'utf8'));
app.get(sheet.keeper.prefix, answer);
const horns = require(`./settings/${names[env]}.js`);
app.get(horns.horn, answer);

// Nor where the program does not rely on it.
app.get(`/room${lamps[process.env.NODE_ENV]?.keeper.room}`, answer);

// What the program states for the case stays the default.
app.get(`/shade/${lamps[process.env.NODE_ENV]?.colour ?? 'grey'}`, answer);
const standing = lamps[process.env.NODE_ENV] || lamps.development;
app.get(`/standing/${standing.colour}`, answer);
const named = { development: 'dev', production: 'prod' }[process.env.STAGE ?? 'production'];
app.get(`/named/${named}`, answer);
const stage = process.env.STAGE || 'development';
app.get(`/stage${lamps[stage].prefix}`, answer);

// Not of a table: lists, what has more members than are known, and what is not set itself.
const list = ['/a', '/b'];
app.get(`/list${list[process.env.INDEX]}`, answer); //~ project/unknown-path
const open = { ...JSON.parse(process.env.LAMPS), white: '/white' };
app.get(`/open${open[process.env.LAMP]}`, answer); //~ project/unknown-path
app.get(`/unset${process.env.PREFIX}`, answer); //~ project/unknown-path

app.listen(1);
