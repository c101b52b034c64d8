import express, { NextFunction, Request, Response } from 'express';

interface Rider {
  id: string;
  level: number;
}
declare module 'express-serve-static-core' {
  interface Request {
    rider?: Rider;
  }
}

const app = express();
const riding = (req: any, res: Response, next: NextFunction) => {
  if (!req.headers.authorization) return res.status(401).end();
  next();
};

// What a helper makes of somebody is not what they are.
const greeting = (req: any) => ({ hello: req.user, stable: 'North' });
const session = (res: any) => {
  const user = res.locals.user;
  return { user, open: true };
};
const page = (req: Request) => ({ from: req.get('x-from'), to: req.header('x-to') });
app.get('/greeting', riding, (req, res) => res.json(greeting(req)));
app.get('/session', riding, (_req, res) => res.json(session(res)));
app.get('/page', (req, res) => res.json(page(req)));
app.get('/nested', riding, (req, res) => res.json({ greeting: greeting(req) }));

// What a helper gives as it is, is of the type that the helper gives, stated or not.
const cast = (req: any) => req.rider as Rider;
const found = (req: { rider: Rider }) => req.rider;
function stated(req: any): Rider {
  return req.rider;
}
app.get('/cast', riding, (req, res) => res.json(cast(req)));
app.get('/found', riding, (req, res) => res.json({ rider: found(req as any) }));
app.get('/stated', riding, (req, res) => {
  const rider = stated(req);
  res.json({ level: rider.level, rider });
});

app.listen(3000);
