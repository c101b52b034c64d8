const express = require('express');
const jwt = require('jsonwebtoken');
const app = express();
// One guard for all: who is known, and, where its options list some, who has one of the roles or all of the permissions.
const guard = ({ roles, permissions = [], realm } = {}) => (req, res, next) => {
  const token = req.get('authorization')?.slice('Bearer '.length);
  if (!token) return res.status(401).json({ reason: 'login', realm });
  const keeper = jwt.verify(token, process.env.KEY);
  if (roles && !roles.includes(keeper.role)) return res.status(403).json({ reason: 'role' });
  if (permissions.some((each) => !keeper.permissions.includes(each))) return res.status(403).json({ reason: 'permission' });
  req.keeper = keeper;
  next();
};
app.get('/boxes', guard(), (req, res) => res.json({ boxes: 9 }));
app.post('/boxes', guard({ roles: ['keeper', 'owner'] }), (req, res) => res.status(201).json({ box: 10 }));
app.delete('/boxes/:id', guard({ permissions: ['box:open', 'box:empty'], realm: 'vault' }), (req, res) => res.sendStatus(204));
app.listen(3000);
