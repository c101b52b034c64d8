import fs, { promises as files } from 'node:fs';
import { access, readFile, readdir, stat } from 'fs/promises';
import path from 'node:path';
import express from 'express';

const archive = express();
const FOLDER = 'scrolls';

// The names that are there, at once, later, and as a promise.
archive.get('/scrolls', async (request, response) => {
  const names = await files.readdir(FOLDER);
  const scrolls = await Promise.all(
    names.map(async (name) => {
      const found = await files.stat(path.join(FOLDER, name));
      return { name, bare: path.basename(name, '.txt'), kind: path.extname(name).slice(1), bytes: found.size, at: found.mtime, since: found.birthtimeMs };
    }),
  );
  response.json({ scrolls, bytes: scrolls.reduce((sum, scroll) => sum + scroll.bytes, 0) });
});
archive.get('/names', (request, response) => {
  fs.readdir(FOLDER, (error, names) => {
    if (error) return response.status(500).json({ message: error.message });
    response.json(names.filter((name) => !name.startsWith('.')));
  });
});
archive.get('/pictures', (request, response) => {
  const pictures = fs.readdirSync(FOLDER).filter((name) => name.endsWith('.png'));
  response.json({ pictures, first: pictures[0] ?? null, isThere: fs.existsSync(FOLDER) });
});

// Entries tell what they are; a folder of folders.
const walk = async (folder) => {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) found.push({ folder: entry.name, holds: await walk(path.join(folder, entry.name)) });
    else found.push({ file: entry.name, isLink: entry.isSymbolicLink() });
  }
  return found;
};
archive.get('/tree', async (request, response) => {
  response.json(await walk(FOLDER));
});

// A file that need not be there.
archive.get('/scrolls/:name', async (request, response) => {
  try {
    await access(path.join(FOLDER, request.params.name));
  } catch {
    return response.status(404).json({ message: 'no such scroll' });
  }
  const text = await readFile(path.join(FOLDER, request.params.name), 'utf8');
  const bytes = await readFile(path.join(FOLDER, request.params.name));
  response.json({ text, lines: text.split('\n').length, encoded: bytes.toString('base64') });
});
archive.get('/scrolls/:name/size', async (request, response) => {
  const found = await stat(path.join(FOLDER, request.params.name)).catch(() => null);
  if (!found) return response.status(404).json({ message: 'no such scroll' });
  response.json({ bytes: found.size, isFolder: found.isDirectory() });
});
archive.get('/scrolls/:name/age', (request, response) => {
  fs.stat(path.join(FOLDER, request.params.name), (error, found) => {
    if (error && error.code === 'ENOENT') return response.status(404).json({ message: 'no such scroll' });
    response.json({ at: found.mtime.toISOString(), year: found.ctime.getFullYear() });
  });
});

// What a file of the repository says is known.
archive.get('/rules', (request, response) => {
  response.json(JSON.parse(fs.readFileSync('rules.json', 'utf8')));
});

// So are the files of a folder of it.
archive.get('/maps', (request, response) => {
  const names = fs.readdirSync('maps').filter((name) => name.endsWith('.json'));
  response.json(names.map((name) => ({ name, title: JSON.parse(fs.readFileSync(path.join('maps', name), 'utf8')).title })));
});

// Parts of a path that somebody sends.
archive.get('/parts', (request, response) => {
  const { name, ext, dir } = path.parse(request.query.file);
  response.json({ name, ext, dir, isWhole: path.isAbsolute(request.query.file), folder: path.dirname(request.query.file) });
});

archive.listen(3000);
