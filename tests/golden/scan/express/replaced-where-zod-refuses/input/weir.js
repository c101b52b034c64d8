// What catch() of a schema puts in the place of what is refused is there for nothing as well.
const express = require('express');
const { rateLimit } = require('express-rate-limit');
const { z } = require('zod');

const weir = express();
weir.use(express.json());
const limit = (name) => rateLimit({ windowMs: 60_000, max: z.coerce.number().int().nonnegative().catch(150).parse(process.env[name]) });
const settings = z.object({ GATES: z.coerce.number().catch(7), PORT: z.coerce.number().default(8080) }).parse(process.env);

weir.get('/levels', limit('LEVELS_A_MINUTE'), (req, res) => {
  const { page, order } = z
    .object({ page: z.coerce.number().int().min(1).catch(1), order: z.enum(['up', 'down']).catch('up') })
    .parse(req.query);
  res.json({ page, order });
});
weir.get('/gates', rateLimit({ windowMs: 1_000, max: settings.GATES }), (req, res) => res.json({ gates: settings.GATES }));
weir.post('/gates', (req, res) => {
  const gate = z
    .object({
      name: z.string().catch(() => 'gate'),
      width: z.number().optional().catch(4),
      tags: z.array(z.string()).catch([]),
      made: z.string().catch(({ input }) => String(input)),
    })
    .parse(req.body);
  res.status(201).json(gate);
});

weir.listen(settings.PORT);
