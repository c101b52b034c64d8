// Signals, timers, events and packages change what requests find: whether and when, only run time knows.
const express = require('express');
const EventEmitter = require('events');
const Redis = require('ioredis');
const pier = express();
const bell = new EventEmitter();
const redis = new Redis();
let down = false;
let ready = false;
let busy = false;
let alarm = false;
let cache = true;
let lag = 0;
const state = { closing: false };
class Tide {
  constructor() {
    this.high = false;
    redis.on('message', () => this.rise());
  }
  rise() {
    this.high = true;
  }
}
const tide = new Tide();

process.on('SIGTERM', () => { down = true; });
process.once('SIGINT', shutDown);
setTimeout(() => { ready = true; }, 5000);
setInterval(() => { busy = lag > 70; lag = Date.now() % 100; }, 1000).unref();
bell.on('fire', () => { alarm = true; });
redis.on('error', () => { cache = false; });
async function shutDown() {
  state.closing = true;
  await redis.quit();
}
pier.get('/down', (req, res) => (down ? res.status(503).end() : res.json({})));
pier.get('/ready', (req, res) => { if (!ready) return res.status(503).end(); res.json({}); });
pier.get('/busy', (req, res) => { if (busy) return res.status(503).end(); res.json({}); });
pier.get('/alarm', (req, res) => { if (alarm) return res.status(503).end(); res.json({}); });
pier.get('/cache', (req, res) => { if (!cache) return res.status(503).end(); res.json({}); });
pier.get('/closing', (req, res) => { if (state.closing) return res.status(503).end(); res.json({}); });
pier.get('/tide', (req, res) => { if (tide.high) return res.status(503).end(); res.json({}); });
pier.listen(1);
