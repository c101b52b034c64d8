import { kiln } from './fire.mjs';

export default kiln.get('/glaze', function glazeFired(req, res) {
  res.send('glaze');
});
