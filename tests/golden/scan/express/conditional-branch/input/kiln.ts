import express from 'express';
import { hotToday } from './weather.js';

const kiln = express();
const peek: express.RequestHandler = (_request, _answer, onward) => onward();

if (process.env.KILN_PEEK === 'yes') {
  kiln.use(peek);
  kiln.get('/inside', (_request, answer) => { answer.end(); });
}

if (hotToday()) kiln.get('/bake', function bakeOutside(_request, answer) { answer.end(); });
else kiln.get('/bake', function bakeInside(_request, answer) { answer.end(); }); //~ core/several-registrations

kiln.get('/pots', (_request, answer) => { answer.json([]); });
kiln.listen(4104);
