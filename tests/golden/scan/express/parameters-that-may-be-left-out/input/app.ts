import express, { type NextFunction, type Request, type Response } from 'express';
import jwt from 'jsonwebtoken';

// Express tells handlers of errors by `length`, which counts no parameter behind the first that may be left out, and no `this`.
const withDefault = (req: Request, res: Response, next: NextFunction, access = true) => {
  const secret = access ? process.env.ACCESS! : process.env.REFRESH!;
  const token = req.headers['authorization'];
  if (!token) return res.status(401).json({ message: 'who are you?' });
  jwt.verify(token.split(' ')[1]!, secret, (error: unknown, decoded: any) => {
    if (error) return res.status(401).json({ message: 'I do not know you' });
    (req as any).user = decoded.user;
    next();
  });
};

function withRest(req: Request, res: Response, next: NextFunction, ...scopes: string[]) {
  const user: any = jwt.verify(String(req.headers.authorization), process.env.ACCESS!);
  if (!user) return res.status(401).end();
  if (scopes.some((scope) => !user.scopes.includes(scope))) return res.status(403).end();
  next();
}

function withThis(this: void, req: Request, res: Response, next: NextFunction) {
  if (req.headers['x-api-key'] !== process.env.KEY) return res.sendStatus(401);
  next();
}

const app = express();

app.get('/default', withDefault, (_req, res) => res.json({ by: 'default' }));
app.get('/rest', withRest, (_req, res) => res.json({ by: 'rest' }));
app.get('/this', withThis, (_req, res) => res.json({ by: 'this' }));
app.get('/open', (_req, res) => res.json({ by: 'nobody' }));

// Three parameters by its length: never asked for an error.
app.use((_req: Request, res: Response, _next: NextFunction, status = 404) => res.status(status).json({ message: 'nothing here' }));
app.use((_error: Error, _req: Request, res: Response, _next: NextFunction) => res.status(500).json({ message: 'broken' }));

app.listen(3000);
