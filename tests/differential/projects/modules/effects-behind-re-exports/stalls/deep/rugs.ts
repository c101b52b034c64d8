import { listed } from '../../ledger';

listed.push({
  at: '/rugs',
  sell: function sellRugs(req, res) {
    res.json([]);
  },
});
export const Rugs = 'rugs';
