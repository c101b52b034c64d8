import express from 'express';

// What an environment needs set up, if it needs anything: called where it is there.
const setUpOf = (environment) => {
  switch (environment) {
    case 'production':
      return (mill) => {
        mill.set('trust proxy', true);
        mill.get('/wheel', (req, res) => res.json({ turns: true }));
        return mill;
      };
    default:
      return null;
  }
};
let mill = express();
const setUp = setUpOf(process.env.MODE === 'trial' ? 'trial' : 'production');
if (setUp) {
  mill = setUp(mill);
}
mill.get('/flour', (req, res) => res.json({ sacks: 1 }));

// The same without a test in front of it, and where it is there in another mode only.
const stones = process.env.STONES === 'none' ? undefined : (to) => to.get('/stones', (req, res) => res.json({ stones: 2 }));
stones?.(mill);
const trial = process.env.MODE === 'trial' ? (to) => to.get('/trial', (req, res) => res.json({ trial: true })) : null;
trial?.(mill);

// Nobody sees what these do.
const plugs = eval(process.env.PLUGS);
const plug = process.env.PLUG === 'none' ? null : plugs.house;
if (plug) plug(mill); //~ evaluator/object-into-unknown
plugs.yard?.(mill); //~ evaluator/object-into-unknown
mill.listen(8044);
