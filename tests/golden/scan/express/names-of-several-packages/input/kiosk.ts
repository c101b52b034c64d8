import express from 'express';
import { Container, Router, Service, fold, sell } from './kit';

@Service()
class Counter {
  readonly hatch = Router().post('/sales', sell);
}

const stall = express();
stall.use('/counter', Container.get(Counter).hatch);
stall.get('/folded', (_request, response) => response.json({ sheets: fold(3) }));
stall.listen(3000);
