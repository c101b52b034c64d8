// Clerk's middleware refuses nobody and leaves who asks in `request.auth`, an object that can be called: whoever looks at it looks at the token.
import express from 'express';
import { ClerkExpressRequireAuth, ClerkExpressWithAuth } from '@clerk/clerk-sdk-node';
import { clerkClient, clerkMiddleware, getAuth, requireAuth } from '@clerk/express';

const academy = express();
academy.get('/door', (req, res) => res.json({ open: Boolean(req.auth) }));
// The package before this one.
academy.get('/attic', ClerkExpressRequireAuth(), (req, res) => res.json({ of: req.auth.userId }));
academy.get('/cellar', ClerkExpressWithAuth(), (req, res) => res.json({ of: req.auth.userId }));
academy.get('/yard', ClerkExpressWithAuth(), (req, res) => {
  if (!req.auth.userId) return res.sendStatus(401);
  res.json({ of: req.auth.userId });
});
academy.use(clerkMiddleware());

const pupils = (req, res, next) => {
  if (!req.auth.userId) return res.status(401).json({ reason: 'who are you' });
  next();
};
const called = (req, res, next) => {
  const { userId } = req.auth();
  return userId ? next() : res.status(401).json({ reason: 'who are you' });
};
const asked = (req, res, next) => (getAuth(req).userId ? next() : res.status(401).json({ reason: 'who are you' }));
// What somebody is the service knows that is asked about him.
const teachers = async (req, res, next) => {
  const person = await clerkClient.users.getUser(req.auth.userId);
  if (person.publicMetadata.role !== 'teacher') return res.status(403).json({ reason: 'no teacher' });
  next();
};

academy.get('/lessons', pupils, (req, res) => res.json({ of: req.auth.userId, school: req.auth.orgId }));
academy.get('/books', called, (req, res) => res.json({ of: req.auth().userId }));
academy.get('/desks', asked, (req, res) => res.json([]));
academy.post('/lessons', pupils, teachers, (req, res) => res.status(201).json({ by: req.auth.userId }));
academy.get('/lockers', requireAuth(), (req, res) => res.json({ of: req.auth.userId }));
academy.get('/me', (req, res) => {
  const { userId } = req.auth;
  if (!userId) return res.sendStatus(401);
  res.json({ userId });
});
academy.get('/roof', (req, res) => res.json({ tiles: 900 }));

academy.listen(4400);
