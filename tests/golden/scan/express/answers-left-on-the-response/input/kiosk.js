const express = require('express');
const kiosk = express();

kiosk.use((req, res, next) => {
  res.respond = (data) => res.status(200).send(data);
  res.utils = { data: (data) => res.json({ data }), missing: () => res.status(404).json({ title: 'Not Found' }) };
  next();
});

kiosk.get('/papers', (req, res) => res.respond({ papers: ['morning'], count: 1 }));
kiosk.post('/papers', (req, res) => { res.status(201); res.utils.data({ id: 7 }); });
kiosk.get('/papers/:id', (req, res) => {
  if (req.params.id === '0') return res.utils.missing();
  res.utils.data({ title: 'morning' });
});

kiosk.listen(3000);
