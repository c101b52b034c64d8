// Each verb of the router that it gives back wraps the handlers.
const express = require('express');
class Cracked extends Error {}
const smithy = express();
const anvil = require('async-express-decorator')(express.Router());
anvil.put('/decorated', async (req, res) => {
  if (req.body.cold) throw new Cracked('cold');
  res.json({ forged: true });
});
smithy.use(anvil);
smithy.use((error, req, res, next) => res.status(error instanceof Cracked ? 422 : 500).json({ reason: error.message }));
smithy.listen(3000);
