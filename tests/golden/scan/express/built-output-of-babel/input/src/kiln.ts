import express from 'express';
import { count } from './lib/count.js';

// What babel writes is the same server as its source, which is described; `lib/shed.js` has none.
const kiln = express();
kiln.get('/pots', (req, res) => {
  res.json({ pots: count });
});
kiln.listen(3000);
