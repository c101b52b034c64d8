import { EventEmitter, once } from 'node:events';
import express from 'express';
import { tuned } from './tuning.js';

// Waits for a timer that was set before.
const tone = await tuned;
const bell = new EventEmitter();
setTimeout(() => bell.emit('rung'), 5);
await once(bell, 'rung');

export const horns = express.Router();
horns.get(`/${tone}`, (req, res) => res.end());
