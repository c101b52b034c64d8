const express = require('express');
const fs = require('fs');
const { access } = require('fs/promises');
const path = require('path');

const press = express();
const leaf = path.join(__dirname, 'press.js');
const lost = path.join(__dirname, 'lost.txt');

// What is there when a request comes nobody knows, whatever lies beside the sources.
press.get('/exists', (herb, sheet) => { if (fs.existsSync(leaf)) return sheet.status(409).end(); sheet.json({ pressed: true }); });
press.get('/lost', (herb, sheet) => { if (!fs.existsSync(lost)) return sheet.status(404).end(); sheet.json({ pressed: true }); });
press.get('/asked', (herb, sheet) => { fs.exists(leaf, (there) => (there ? sheet.json({ pressed: true }) : sheet.sendStatus(404))); });
press.get('/access', (herb, sheet) => { fs.access(leaf, (missing) => { if (missing) return sheet.sendStatus(404); sheet.json({ pressed: true }); }); });
press.get('/awaited', async (herb, sheet) => { try { await access(leaf); sheet.json({ pressed: true }); } catch { sheet.sendStatus(404); } });
press.get('/chained', async (herb, sheet) => {
  const there = await access(leaf).then(() => true).catch(() => false);
  if (!there) return sheet.sendStatus(404);
  sheet.json({ pressed: true });
});
press.get('/kind', (herb, sheet) => { if (fs.statSync(leaf).isDirectory()) return sheet.sendStatus(400); sheet.json({ pressed: true }); });
press.get('/read', (herb, sheet, onwards) => { fs.readFile(path.join(__dirname, 'leaves.json'), 'utf8', (failure, text) => { if (failure) return onwards(failure); sheet.json(JSON.parse(text)); }); });
press.get('/listed', (herb, sheet) => { fs.readdir(__dirname, (failure, names) => { if (failure) throw failure; sheet.json({ count: names.length }); }); });
press.post('/folders', (herb, sheet) => { fs.mkdir('/srv/folders', (failure) => (failure ? sheet.sendStatus(507) : sheet.sendStatus(201))); });

// The set-up finds what is in the repository.
if (fs.existsSync(leaf)) press.get('/there', (herb, sheet) => sheet.end());
if (fs.existsSync(path.join(__dirname, 'no-such.js'))) press.get('/not-there', (herb, sheet) => sheet.end());
fs.readdir(__dirname, (failure, names) => {
  if (failure) return;
  for (const name of names) if (fs.statSync(path.join(__dirname, name)).isFile() && name.endsWith('.js')) press.get(`/sheets/${name}`, (herb, sheet) => sheet.end());
});

press.listen(7700);
