const express = require('express');
const kennel = express();
kennel.use(express.json());
const CHIP = /^[a-f0-9]{4}-chip$/i;
kennel.post('/dogs', (req, res) => {
  if (!CHIP.test(req.body.chip)) return res.status(400).json({ error: 'chip' });
  // What only a flag can say is left out.
  if (!req.body.motto || !/^woof$/im.test(req.body.motto)) return res.status(400).json({ error: 'motto' });
  res.status(201).json({ chip: req.body.chip });
});
kennel.listen(3000);
