exports.listHalls = (req, res) => res.json([{ hall: 'east' }]);
exports.addHall = (req, res) => res.status(201).json({ hall: req.body.hall });
exports.oneHall = (req, res) => (req.params.hall === 'west' ? res.status(404).json({ message: 'closed' }) : res.json({ hall: req.params.hall }));
