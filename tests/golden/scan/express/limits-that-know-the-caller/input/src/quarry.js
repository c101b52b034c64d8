import express from 'express';
import { known, limited, probe, slowed } from './gates.js';

const app = express();
app.use(probe);
app.get('/stones', limited(10), (_req, res) => res.json({ stones: 4 }));
app.get('/blocks', slowed(20), (_req, res) => res.json({ blocks: 5 }));
app.post('/stones', known(5), (_req, res) => res.sendStatus(204));
app.use((error, _req, res, _next) => {
  res.status(error.status ?? 500).json({ message: error.message });
});
app.listen(3000);
