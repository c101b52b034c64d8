import express from 'express';
import { current } from './vats.cjs';
import stock from './stock.cjs';

const tannery = express();
tannery.use(express.json());

tannery.post('/open', (request, response) => {
  stock.isOpen = request.body.open;
  response.json({ open: true });
});
tannery.get('/vat', (_request, response) => {
  const vat = current;
  if (!vat) return response.status(503).json({ message: 'closed', asked: stock.wasAsked });
  response.json({ litres: vat.litres });
});
tannery.get('/vat/direct', (_request, response) => {
  if (!current) return response.status(503).json({ message: 'closed' });
  response.json({ litres: current.litres });
});
tannery.listen(3000);
