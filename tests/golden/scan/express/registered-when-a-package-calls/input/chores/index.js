import createError from 'http-errors';
import { light } from '../wiring/lamp.js';

export async function tidy(job) {
  if (!job.room) throw createError(404, 'no such room');
  job.done = true;
}

export const relight = (tower) => light(tower);
