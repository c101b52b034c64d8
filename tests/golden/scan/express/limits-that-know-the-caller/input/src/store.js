import { open } from 'stone-store';
import { Refusal } from './refusal.js';

const store = open(process.env.STORE);

/** Some keys belong to somebody. */
export async function take(key, owner) {
  if (key.startsWith('owned:') && !owner) throw new Refusal(403, 'not yours');
  return store.increment(key);
}
