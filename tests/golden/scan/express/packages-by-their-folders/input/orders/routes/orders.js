const Server = require('Shared/http/server');
// The manifest gives the package a name of its own.
const { label } = require('printing');

const router = Server.router();
router.get('/:id/label', (req, res) => res.json({ label: label(req.params.id) }));

module.exports = router;
