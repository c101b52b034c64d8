import express from 'express';

export function open(port: number): void {
  const granary = express();
  granary.get('/sacks', (req, res) => res.json([]));
  granary.listen(port);
}
