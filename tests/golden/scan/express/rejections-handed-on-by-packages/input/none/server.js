// Without any of them nobody hears of the error, and no answer is sent.
const express = require('express');
class Cracked extends Error {}
const smithy = express();
smithy.put('/forgotten', async (req, res) => {
  if (req.body.cold) throw new Cracked('cold');
  res.json({ forged: true });
});
smithy.use((error, req, res, next) => res.status(error instanceof Cracked ? 422 : 500).json({ reason: error.message }));
smithy.listen(3000);
