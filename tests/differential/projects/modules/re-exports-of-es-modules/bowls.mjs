import { kiln } from './fire.mjs';

export default kiln.get('/bowls', function bowlsFired(req, res) {
  res.send('bowls');
});
