// What promises of packages, schedules and listeners that classes register leave; what nobody outside of the program calls changes nothing.
import { EventEmitter } from 'node:events';
import Fastify from 'fastify';
import mongoose from 'mongoose';
import cron from 'node-cron';

class Gate extends EventEmitter {
  private level: 'low' | 'high' = 'low';
  private jams: { at: number }[] = [];
  public open = true;

  watch() {
    this.on('level', (level: 'low' | 'high') => {
      this.level = level;
      if (level === 'high') this.close();
    });
    this.on('jam', () => this.jams.push({ at: Date.now() }));
  }
  close() {
    this.open = false;
  }
  repair() {
    this.broken = true;
  }
  broken = false;
  get isHigh() {
    return this.level === 'high';
  }
  list() {
    return this.jams;
  }
}

const lock = Fastify();
const gate = new Gate();
gate.watch();
let connected = false;
let maintenance = false;
let first = true;
setTimeout(() => {
  first = false;
}, 0);
void mongoose.connect('mongodb://lock').then(() => {
  connected = true;
});
cron.schedule('0 3 * * *', () => {
  maintenance = true;
});

lock.get('/connected', async (request, reply) => (connected ? { up: true } : reply.code(503).send({ up: false })));
lock.get('/maintenance', async (request, reply) => {
  if (maintenance) return reply.code(503).send();
  return { open: gate.open };
});
lock.get('/level', async (request, reply) => {
  if (!gate.open || gate.isHigh) return reply.code(409).send();
  return { open: true };
});
lock.get('/jams', async () => gate.list());
lock.get('/broken', async (request, reply) => {
  if (gate.broken) return reply.code(410).send();
  return { broken: false };
});
lock.get('/first', async (request, reply) => {
  if (first) return reply.code(425).send();
  return { first };
});
void lock.listen({ port: 1 });
