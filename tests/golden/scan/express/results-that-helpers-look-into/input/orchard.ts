import express from 'express';
import { Blight, asked, byClass, byMember, notRotten, soundOnly, type OrBlight } from './failures';

const orchard = express();

async function pick(row: string): Promise<OrBlight<{ variety: string; ripe: boolean }>> {
  const found = await fetch(`http://rows/${row}`);
  if (!found.ok) return new Blight('scab', 'spring');
  return { variety: 'russet', ripe: true };
}
async function press(row: string) {
  const found = await fetch(`http://presses/${row}`);
  return found.ok ? { done: true as const, litres: 4 } : { done: false as const, reason: 'stuck' };
}

orchard.get('/sound/:row', async (req, res) => {
  res.json(soundOnly(await pick(req.params.row)));
});
orchard.get('/rotten/:row', async (req, res) => {
  res.json(notRotten(await pick(req.params.row)));
});
orchard.get('/class/:row', async (req, res) => {
  res.json(byClass(await pick(req.params.row), { none: true }));
});
orchard.get('/member/:row', async (req, res) => {
  res.json(byMember(await pick(req.params.row)));
});

const litresOf = (pressed: Awaited<ReturnType<typeof press>>) => {
  if (!pressed.done) return { failed: pressed };
  return pressed;
};
orchard.get('/pressed/:row', async (req, res) => {
  res.json(litresOf(await press(req.params.row)));
});

// Nobody knows which of them it is.
orchard.get('/asked/:row', async (req, res) => {
  res.json(await asked(await pick(req.params.row)));
});

orchard.listen(3000);
