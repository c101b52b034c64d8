// Folders that are opened and read entry by entry, and what only `for await` goes through.
const express = require('express');
const fs = require('fs');
const path = require('path');
const bazaar = express();
const stalls = path.join(__dirname, 'stalls');

async function* below(folder) {
  const open = fs.opendirSync(folder);
  try {
    for (;;) {
      const entry = await open.read();
      if (entry === null) return;
      const at = path.join(folder, entry.name);
      if (entry.isDirectory()) yield* below(at);
      else if (entry.name.endsWith('.js')) yield require(at);
    }
  } finally {
    await open.close();
  }
}

/** Has no other iterator. */
class Callers {
  constructor(...names) {
    this.names = names;
  }
  async *[Symbol.asyncIterator]() {
    for (const name of this.names) {
      await null;
      yield [`/calls/${name}`, (req, res) => res.json({ name })];
    }
  }
}

/** Written by hand: each step is a promise. */
const counted = (list) => ({
  [Symbol.asyncIterator]: () => {
    let at = 0;
    return { next: async () => (at < list.length ? { value: list[at++], done: false } : { done: true, value: undefined }) };
  },
});

async function start() {
  for await (const stall of below(stalls)) bazaar.use('/stalls', stall);
  for await (const entry of await fs.promises.opendir(stalls)) if (entry.isFile()) bazaar.use('/today', require(`./stalls/${entry.name}`));
  for await (const [at, call] of new Callers('noon', 'dusk')) bazaar.get(at, call);
  for await (const number of counted([1, 2])) bazaar.post(`/gates/${number}`, (req, res) => res.sendStatus(204));
  const open = fs.opendirSync('stalls');
  for (let entry = open.readSync(); entry; entry = open.readSync()) bazaar.put(`/names/${entry.name.split('.')[0]}`, (req, res) => res.end());
  open.closeSync();
  bazaar.listen(4000);
}
start();
