const { EventEmitter } = require('events');
const core = require('keeper-core');

// What everybody shares is in the hands of the package.
const config = Object.assign(core.manager.config, { lamp: new EventEmitter(), log: new EventEmitter() });

const { start } = require('./server');

core.manager.load();
config.lamp.on('ready', () => console.log('ready'));
start();
