import { kiln } from './fire.mjs';

export default kiln.get('/jugs', function jugsFired(req, res) {
  res.send('jugs');
});
