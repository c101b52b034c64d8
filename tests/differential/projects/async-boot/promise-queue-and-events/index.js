const { EventEmitter } = require('events');
const express = require('express');
const app = express();
const bus = new EventEmitter();
const queue = [];
bus.on('ready', (server) => { server.get('/ready', (req, res) => res.end()); });
bus.once('ready', () => queue.push((server) => server.post('/queued', (req, res) => res.end())));
bus.on('closed', (server) => server.get('/never', (req, res) => res.end()));
queue.push(async (server) => { await null; server.put('/first', (req, res) => res.end()); });
queue.push((server) => Promise.resolve().then(() => server.use(function sealed(req, res, next) { next(); })));
bus.emit('ready', app);
queue.reduce((all, step) => all.then(() => step(app)), Promise.resolve()).then(() => {
  app.delete('/last', (req, res) => res.end());
  app.listen(1);
});
