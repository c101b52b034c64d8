import { Router } from 'express';
// Written by hand: the compiler has no source for it.
const colours = require('../built/colours');

interface Thread {
  colour: string;
}
export const threads = Router();
threads.get('/:id', (req, res) => {
  const thread: Thread = { colour: req.params.id };
  res.json(thread);
});
threads.use('/colours', colours);
