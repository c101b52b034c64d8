import express from 'express';
import { celebrate, celebrator, errors, isCelebrateError, Joi, Segments } from 'celebrate';

const dairy = express();
dairy.use(express.json());
const cheese = Joi.object({ name: Joi.string().required() });
const page = Joi.object({ page: Joi.number().min(1) });

// The answer says under the name of the part what is wrong with it, and of several parts with the first that is.
dairy.get('/cheeses', celebrate({ [Segments.QUERY]: page }), (req, res) => res.json({ cheeses: 1 }));
dairy.post('/cheeses', celebrate({ body: cheese }), (req, res) => res.json({ made: true }));
dairy.put('/cheeses/:cheese', celebrate({ [Segments.BODY]: cheese, params: { cheese: Joi.string() } }), (req, res) => res.json({ kept: true }));
// All parts may be wrong at once; and the options may come first, for one part.
dairy.patch('/cheeses/:cheese', celebrate({ body: cheese, query: page }, {}, { mode: 'full' }), (req, res) => res.json({ kept: true }));
dairy.delete('/cheeses/:cheese', celebrator({ reqContext: true }, {}, { query: page }), (req, res) => res.json({ gone: true }));

// A handler of the program's own that looks at the parts.
const farm = express.Router();
farm.get('/cows', celebrate({ headers: Joi.object({ 'x-farm': Joi.string().required() }).unknown() }), (req, res) => res.json({ cows: 1 }));
farm.post('/cows', celebrate({ body: cheese }), (req, res) => res.json({ cows: 1 }));
farm.use((error, req, res, next) => {
  if (!isCelebrateError(error)) return next(error);
  if (error.details.has('body')) return res.status(422).json({ body: error.details.get('body').message });
  return res.status(400).json({ reason: error.message });
});
dairy.use('/farm', farm);
dairy.use(errors());
dairy.listen(8066);
