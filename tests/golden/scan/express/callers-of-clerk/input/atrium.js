// The package's middleware looks at the token and refuses nobody: what the program asks of `getAuth` guards.
import express from 'express';
import { clerkMiddleware, getAuth, requireAuth } from '@clerk/express';

const atrium = express();
atrium.use(express.json());
atrium.get('/plan', (req, res) => res.json({ halls: 4 }));
atrium.use(clerkMiddleware());

function demandGuest(req, res, next) {
  const { userId } = getAuth(req);
  if (!userId) return res.status(401).json({ reason: 'nobody known' });
  next();
}
const noteGuest = (req, res, next) => {
  const caller = getAuth(req)?.userId;
  if (caller) req.guest = { id: caller };
  next();
};
const wardens = (req, res, next) => (getAuth(req).has({ role: 'warden' }) ? next() : res.status(403).json({ reason: 'no warden' }));

atrium.get('/halls', demandGuest, (req, res) => res.json({ by: getAuth(req).userId, organization: getAuth(req).orgId }));
atrium.get('/doors', noteGuest, (req, res) => res.json({ guest: req.guest ? req.guest.id : null }));
atrium.delete('/doors', demandGuest, wardens, (req, res) => res.sendStatus(204));
atrium.get('/mine', (req, res) => {
  const auth = getAuth(req);
  if (!auth.isAuthenticated) return res.sendStatus(401);
  res.json({ session: auth.sessionId });
});
atrium.get('/lamps', requireAuth(), (req, res) => res.json([]));
atrium.get('/open', (req, res) => res.json({ open: true }));

atrium.listen(7011);
