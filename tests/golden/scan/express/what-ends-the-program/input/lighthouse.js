const express = require('express');
const exitHook = require('exit-hook');
const { Keeper, Tides } = require('./lamp');

const lighthouse = express();
let flags = null;

// Nobody has put the lamp out while this is served.
lighthouse.get('/lamp', (req, res) => {
  if (!Keeper.lamp) return res.status(503).json({ reason: 'dark' });
  res.json({ watts: Keeper.lamp.watts });
});
lighthouse.get('/flags', (req, res) => {
  if (flags === null) throw new Error('no flags');
  res.json({ flags: flags.map((flag) => flag.name) });
});
// What a package calls when it wants to: whoever asks finds what was there before, or nothing.
lighthouse.get('/tide', (req, res) => {
  if (!Tides.next) return res.status(503).json({ reason: 'nobody knows' });
  res.json({ high: Tides.next.high });
});
// A signal may have come: those who ask are told so until the program has ended.
lighthouse.get('/health', (req, res) => res.status(Keeper.isLit ? 200 : 503).json({ lit: Keeper.isLit }));

async function start() {
  await Keeper.light();
  flags = [{ name: 'storm' }, { name: 'calm' }];
  Tides.next = { high: 4 };
  lighthouse.listen(3000);
  const close = async (signal) => {
    lighthouse.locals.closing = signal;
    await Keeper.putOut();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => close(signal));
  exitHook(() => { lighthouse.locals.closing = 'hook'; Tides.forget(); });
  process.once('exit', () => { lighthouse.locals.closing = 'exit'; flags = null; });
  process.on('uncaughtException', (error) => { lighthouse.locals.error = error; flags = null; });
}
start();
