const http = require('http');
const express = require('express');
const mqtt = require('mqtt');
const { Server } = require('socket.io');
const WebSocket = require('ws');
const { dock } = require('./dock');

const harbour = express();
harbour.use(express.json());
const server = http.createServer(harbour);
const io = new Server(server);
const buoys = new WebSocket.Server({ server });

const boats = new Map();
const positions = {};
let arrivals = 0;
let latest;

// Whoever connects does so while the program serves: what it does then is no set-up, and its registrations are none.
io.on('connection', (socket) => {
  arrivals++;
  latest = socket;
  harbour.set('latest', socket);
  dock(harbour, socket);
  socket.on('moor', (name) => boats.set(socket.id, { name: String(name), berth: arrivals }));
  socket.on('disconnect', () => boats.delete(socket.id));
});
buoys.on('connection', (buoy) => {
  buoy.on('message', (text) => {
    positions[buoy.id] = { text: String(text) };
  });
});
io.of('/night').on('connect', (socket) => dock(harbour, socket));

// What requests find of it.
harbour.get('/boats', (request, response) => response.json([...boats.values()]));
harbour.get('/boats/:id', (request, response) => {
  const boat = boats.get(request.params.id);
  if (!boat) return response.status(404).json({ message: 'no such boat' });
  response.json(boat);
});
harbour.get('/arrivals', (request, response) => response.json({ arrivals }));
harbour.get('/positions/:buoy', (request, response) => {
  if (!positions[request.params.buoy]) return response.sendStatus(404);
  response.json(positions[request.params.buoy]);
});
harbour.post('/horn', (request, response) => {
  if (!latest) return response.status(409).json({ message: 'nobody is here' });
  latest.emit('horn', request.body.times);
  request.app.get('latest').emit('horn', request.body.times);
  response.status(202).json({ heard: true });
});

// A client's connection is part of the set-up: what waits for it is registered, whatever the event is called.
const lights = require('harbour-lights').open('lights');
lights.on('connection', () => {
  harbour.get('/lights', (request, response) => response.json({ lit: true }));
});
const tides = mqtt.connect('mqtt://tides');
tides.on('connect', () => {
  harbour.get('/tides', (request, response) => response.json({ height: 1.2 }));
  server.listen(3000);
});
