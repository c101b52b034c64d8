const express = require('express');
const fs = require('fs');
const http = require('http');
const axios = require('axios');
const archiver = require('archiver');
const csv = require('fast-csv');
const { pipeline } = require('stream/promises');
const observatory = express();
observatory.use(express.json());

// What is piped into the answer is the answer.
observatory.get('/plates/:plate', (req, res) => {
  const plate = fs.createReadStream(`plates/${req.params.plate}`);
  plate.on('error', () => res.status(404).json({ error: 'no plate' }));
  plate.pipe(res);
});
observatory.get('/plates', (req, res, next) => {
  const zip = archiver('zip');
  zip.on('error', next);
  res.attachment('plates.zip');
  zip.pipe(res);
  zip.finalize();
});
observatory.get('/nights', async (req, res) => {
  const rows = csv.format({ headers: true });
  res.type('text/csv');
  await pipeline(rows, res);
});
observatory.get('/sky', (req, res) => {
  http.get('http://camera', (picture) => {
    picture.pipe(res);
  });
});
// It goes into a file, and no answer is sent with that.
observatory.post('/plates', (req, res) => {
  const file = fs.createWriteStream('plates/new');
  req.pipe(file);
  file.on('finish', () => res.status(201).json({ stored: true }));
  file.on('error', () => res.status(507).json({ error: 'full' }));
});

// What one event changes is not there for what happens in place of it.
observatory.post('/exposures', (req, res) => {
  const camera = require('camera').open(req.body.seconds);
  let done = false;
  camera.once('fault', (fault) => {
    if (done) return;
    done = true;
    res.status(503).json({ fault: fault.message });
  });
  camera.once('picture', (picture) => {
    if (done) return;
    done = true;
    res.json({ picture: picture.id });
  });
});
observatory.put('/exposures/:exposure', (req, res) => {
  let text = '';
  req.on('aborted', () => res.status(400).end());
  req.on('data', (chunk) => { text += chunk; });
  req.on('end', () => { res.json({ length: text.length }); });
});
observatory.get('/weather', async (req, res) => {
  const station = require('weather');
  try {
    const seen = await new Promise((resolve, reject) => {
      station.on('broken', reject);
      station.on('measured', resolve);
    });
    res.json({ clear: seen.clear });
  } catch (error) {
    res.status(502).json({ error: error.message });
  }
});

// A status that somebody else decides.
observatory.get('/catalogue', async (req, res) => {
  const { data, status } = await axios.get('http://catalogue');
  res.status(status).json({ stars: data });
});
// Beside what it answers on its own.
observatory.get('/catalogue/:star', async (req, res) => {
  const found = await fetch(`http://catalogue/${req.params.star}`);
  if (!found.ok) return res.status(found.status).json({ error: 'not there' });
  res.json({ star: 1 });
});
observatory.get('/charts/:chart', async (req, res) => {
  try {
    const { data } = await axios.get(`http://charts/${req.params.chart}`);
    res.json({ chart: data });
  } catch (error) {
    res.status(error.response.status).json({ error: 'no chart' });
  }
});
// A guard in front sends some elsewhere.
const awake = (req, res, next) => (req.query.night ? next() : res.redirect('/sleep'));
observatory.get('/dome', awake, async (req, res) => {
  const { data, status } = await axios.get('http://dome');
  res.status(status).json({ open: data });
});
// One of the two is known, which is what is said.
observatory.get('/moon', async (req, res) => {
  const { data, status } = await axios.get('http://moon');
  res.status(status || 200).json({ phase: data });
});

observatory.listen(3000);
