import { Container } from 'inversify';
import { Stamp } from './stamp';

export const container = new Container();
container.bind('Stamp').to(Stamp);
container.bind('Seal').toConstantValue((req: any, res: any, next: any) => (req.get('x-seal') ? next() : res.status(412).json({ seal: false })));
