import fs from 'node:fs';
import { aviary } from '../aviary';
import furnish from '../furnish';

const describe = async () => {
  await furnish(aviary);
  // What only this program adds is there only when it is the one that is started.
  aviary.get('/description', async () => ({ title: 'Aviary' }));
  await aviary.ready();
  fs.writeFileSync('aviary.json', JSON.stringify(aviary.printRoutes()));
};
describe();
