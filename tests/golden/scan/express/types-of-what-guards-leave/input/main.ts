import express from 'express';
import jwt from 'jsonwebtoken';
import { readBadge } from 'badge-reader';

interface Keeper {
  sub: string;
  hives: number;
  district: { name: string };
}

const app = express();

// The type that is stated where the caller is left says what handlers find, who state none.
const byToken = (req: any, res: any, next: any) => {
  try {
    req.user = jwt.verify(req.headers.authorization!.slice(7), 's') as Keeper;
    next();
  } catch {
    res.status(401).json({ why: 'who keeps' });
  }
};
const byBadge = (req: any, _res: any, next: any) => {
  const keeper: Keeper = readBadge('door');
  req.user = { ...keeper, atDoor: true };
  next();
};
const unstated = (req: any, _res: any, next: any) => {
  req.user = readBadge('door');
  next();
};
const boxed = (req: any, _res: any, next: any) => {
  req.box = { keeper: readBadge('door') as Keeper };
  next();
};

app.get('/whole', byToken, (req: any, res) => res.json(req.user));
app.get('/members', byToken, (req: any, res) => {
  const { sub, district } = req.user;
  res.json({ sub, hives: req.user.hives, name: district.name, other: req.user.other });
});
app.get('/spread', byBadge, (req: any, res) => res.json({ me: req.user, hives: req.user.hives }));
app.get('/boxed', boxed, (req: any, res) => res.json({ sub: req.box.keeper.sub }));
// Nobody has said what it is.
app.get('/unstated', unstated, (req: any, res) => res.json({ me: req.user, hives: req.user.hives }));
app.get('/here', (_req, res) => {
  const held: any = {};
  held.keeper = readBadge('here') as Keeper;
  res.json({ hives: held.keeper.hives });
});

app.listen(3000);
