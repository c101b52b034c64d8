const express = require('express');
const { rateLimit } = require('express-rate-limit');

const app = express();
const seen = new Map();

function throttle({ window, windowMs, max }) {
  const span = windowMs ?? (typeof window === 'number' ? window * 1000 : 60000);
  return function throttle(request, response, next) {
    const count = (seen.get(request.ip) ?? 0) + 1;
    seen.set(request.ip, count);
    setTimeout(() => seen.delete(request.ip), span);
    if (count > max) return response.status(429).json({ wait: true });
    next();
  };
}

// Seconds, for all that the program says elsewhere.
app.get('/gates', throttle({ window: 30, max: 12 }), (request, response) => response.json({ gates: 4 }));
app.get('/gates/open', throttle({ window: 30 }), (request, response) => response.json({ open: true }));
// It says what it counts.
app.get('/gates/closed', throttle({ window: '2 minutes', max: 12 }), (request, response) => response.json({ closed: true }));
app.get('/gates/broken', throttle({ windowMs: 5000, max: 3 }), (request, response) => response.json({ broken: false }));
// The option of the package.
app.get('/gates/all', rateLimit({ windowMs: 30_000, limit: 9 }), (request, response) => response.json({ all: [] }));

app.listen(3000);
