exports.name = 'nest';
exports.prefix = '/egrets/:egret_id';
exports.create = function (req, res) { res.end(); };
