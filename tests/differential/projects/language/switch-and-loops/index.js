const express = require('express');
const app = express();
const kinds = ['crud', 'read', 'none', 'read'];
kinds.forEach((kind, index) => {
  const base = `/r${index}`;
  switch (kind) {
    case 'crud':
      app.post(base, (req, res) => res.end());
    // falls through
    case 'read':
      app.get(base, (req, res) => res.end());
      break;
    default:
      return;
  }
  app.head(base, (req, res) => res.end());
});
let n = 3;
while (n --> 0) { if (n === 1) continue; app.put(`/w${n}`, (req, res) => res.end()); }
do { app.put(`/d${n}`, (req, res) => res.end()); n += 2; } while (n < 3);
outer: for (let i = 0; ; i++) { for (const stop of [2]) if (i === stop) break outer; app.patch(`/o${i}`, (req, res) => res.end()); }
for (const index in ['p', 'q']) app.delete(`/in${index}`, (req, res) => res.end());
app.listen(1);
