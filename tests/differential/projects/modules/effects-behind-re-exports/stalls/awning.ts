import { listed } from '../ledger';

listed.push({
  at: '/awnings',
  sell: function sellAwnings(req, res) {
    res.json([]);
  },
});
export interface Awning {
  span: number;
}
