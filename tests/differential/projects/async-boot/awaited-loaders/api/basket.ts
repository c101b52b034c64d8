import { Router } from 'express';
const route = Router();
export const basket = (parent: Router) => {
  parent.use('/baskets', route);
  route.get('/', (req, res) => { res.end(); });
  route.post('/:basket/weave', (req, res) => { res.end(); });
};
