const express = require('express');
const jwt = require('jsonwebtoken');

const gatehouse = express();
gatehouse.use(express.json());
const signed = (name) => jwt.sign({ name }, process.env.SEAL);
const guard = (ask, say, onward) => {
  const [, token] = (ask.get('Authorization') || '').split(' ');
  if (!token) return say.status(401).json({ why: 'no token' });
  jwt.verify(token, process.env.SEAL);
  onward();
};
// No name says that this is the token; it is signed.
gatehouse.post('/login', (ask, say) => { if (!ask.body.password) return say.sendStatus(400); say.json({ greeting: 'hello', data: `Bearer ${signed(ask.body.name)}` }); });
// Signed as well, but for something else: its name says so.
gatehouse.post('/lost-password', (ask, say) => { if (!ask.body.code) return say.sendStatus(400); say.json({ resetTicket: signed(ask.body.code) }); });
// A text beside it is none.
gatehouse.get('/keys', guard, (ask, say) => say.json({ data: 'iron' }));
gatehouse.listen(4111);
