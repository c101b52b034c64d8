const express = require('express');

const shed = express();
shed.get('/tools', (req, res) => {
  res.json({ tools: 1 });
});
shed.listen(3001);
