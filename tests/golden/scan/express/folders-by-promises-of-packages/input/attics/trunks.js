exports.path = '/trunks';
exports.show = (req, res) => res.json([{ key: 'lost' }]);
