import express from 'express';

const tower = express();
const belfry = express();
const creak: express.RequestHandler = (_request, _answer, onward) => onward();

belfry.set('case sensitive routing', true);
belfry.all('/bell', creak, function ring(_request, answer) { answer.end(); });
tower.use('/top', belfry);
tower.route('/stairs')
  .all(creak)
  .get(function climb(_request, answer) { answer.end(); });

tower.listen(4112);
