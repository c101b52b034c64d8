import { listed } from '../ledger';

const stall = (at: string) => (made: Function) => {
  listed.push({
    at,
    sell: function sellLamps(req, res) {
      res.json([]);
    },
  });
};

@stall('/lamps/:wick')
export class Lamps {}
