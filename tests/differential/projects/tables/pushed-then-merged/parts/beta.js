require('../catalogue').add({ verb: 'PATCH', at: '/lamps', act: (req, res) => res.end() });
