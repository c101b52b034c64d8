import express from 'express';

const lake = express();
const shown = (text) => (req, res) => res.send(text);

const open = (module) => lake.use('/boats', module.default);
const closed = () => lake.get('/no-boats', shown('none'));
await import('./boats.js').then(open).catch(closed);

await import('./nets.js').then(
  (module) => lake.use('/nets', module.default),
  () => lake.get('/no-nets', shown('none')),
);

const swans = await import('./swans.js').catch(() => null);
if (swans) lake.use('/swans', swans.default);
else lake.get('/no-swans', shown('none'));

await import('./ducks.js')
  .then((module) => module.default)
  .then((ducks) => lake.use('/ducks', ducks))
  .catch(() => lake.get('/no-ducks', shown('none')));

async function optional(name) {
  try {
    return (await import(name)).default;
  } catch {
    return undefined;
  }
}

const ferry = await optional('./ferry.js');
lake.use('/ferry', ferry ?? express.Router().get('/none', shown('none')));

try {
  const { default: tolls } = await import('a-package-that-nobody-lists');
  lake.use(tolls);
} catch {
  lake.get('/toll-free', shown('free'));
}

lake.listen(3000);
