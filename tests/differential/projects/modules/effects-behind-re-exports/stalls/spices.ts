import { listed } from '../ledger';

listed.push({
  at: '/spices',
  sell: function sellSpices(req, res) {
    res.json([]);
  },
});
export class Spices {}
