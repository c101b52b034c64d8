// Of several promises the set-up goes on with one that is kept: neither with a time limit nor with one that fails, wherever it stands.
import express from 'express';
import fs from 'node:fs';
const ferry = express();
const tell = (req, res) => res.json({});
const limit = (ms) => new Promise((_, reject) => setTimeout(() => reject(new Error('too late')), ms));
const soon = async (path) => { await null; return path; };

ferry.get(await Promise.race([limit(50), soon('/bridge')]), tell);
ferry.get(await Promise.any([Promise.reject(new Error('foggy')), soon('/cabin')]), tell);
ferry.get(await Promise.race(['/deck', new Promise(() => {})]), tell);
try {
  ferry.get(await Promise.any([Promise.reject(new Error('foggy'))]), tell);
} catch {
  ferry.get('/harbour', tell);
}
// Files beside the module, by their URLs.
for (const name of fs.readdirSync(new URL('./decks', import.meta.url))) {
  const { default: deck } = await import(new URL(`./decks/${name}`, import.meta.url));
  ferry.use('/decks', deck);
}
if (Object.is(Number('none'), NaN)) ferry.get('/lounge', tell);
if (Object.is(0, -0)) ferry.get('/nowhere', tell);
ferry.listen(4000);
