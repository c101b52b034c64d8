// Asynchronous functions that call themselves after an await, on answers that only run time has.
const os = require('os');
const express = require('express');

const app = express();

async function ask(question) {
  const answer = await Promise.resolve(os.hostname());
  if (answer === '') return ask(question);
  const again = await Promise.resolve(os.hostname());
  if (again !== answer) return await ask(question);
  if (os.uptime() < 0) { await ask('first'); await ask('second'); }
  return new Promise((resolve) => { if (os.freemem() < 0) resolve(ask('third')); else resolve(answer); });
}

ask('name').then(() => { app.get('/asked', (req, res) => res.end()); app.listen(0); });
