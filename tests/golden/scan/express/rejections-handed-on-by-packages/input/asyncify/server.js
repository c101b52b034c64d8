// The same by a proxy around the application or router.
const express = require('express');
class Cracked extends Error {}
const smithy = express();
const anvil = require('asyncify-express')(express.Router());
anvil.put('/asyncified', async (req, res) => {
  if (req.body.cold) throw new Cracked('cold');
  res.json({ forged: true });
});
smithy.use(anvil);
smithy.use((error, req, res, next) => res.status(error instanceof Cracked ? 422 : 500).json({ reason: error.message }));
smithy.listen(3000);
