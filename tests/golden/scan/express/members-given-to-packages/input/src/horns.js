const { shared } = require('keeper-state');
const { horns } = shared;

horns.post('/:id/blow', (req, res) => res.status(202).json({ id: req.params.id }));
shared.fog?.get('/', (req, res) => res.json({ thick: true }));
