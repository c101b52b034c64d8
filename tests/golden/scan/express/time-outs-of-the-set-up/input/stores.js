// Whatever the set-up waits for comes before the time-out that would give it up.
import { createClient } from 'redis';
import knex from 'knex';

const client = createClient();

function within(milliseconds) {
  return new Promise((resolve, reject) => {
    let watch;
    const tooLate = new Promise((_, refuse) => {
      watch = setTimeout(() => refuse(new Error(`nothing came in ${milliseconds} ms`)), milliseconds);
    });
    client.connect();
    const connected = new Promise((done, refuse) => {
      client.on('connect', () => {
        clearTimeout(watch);
        done();
      });
      client.on('error', refuse);
    });
    Promise.race([tooLate, connected]).then(resolve).catch(reject);
  });
}

export async function openCache(attempts = 3) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await within(500);
    } catch (error) {
      if (attempt >= attempts) throw error;
    }
  }
}

let tables = null;
export const table = (name) => {
  if (!tables) throw new Error('no tables yet');
  return tables(name);
};
// The same in one promise.
export const openTables = () =>
  new Promise((resolve, reject) => {
    const watch = setTimeout(reject, 900, new Error('no tables'));
    tables = knex({ client: 'pg' });
    tables.client.pool.once('acquireSuccess', () => {
      clearTimeout(watch);
      resolve(tables);
    });
  });
