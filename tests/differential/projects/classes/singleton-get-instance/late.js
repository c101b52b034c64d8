const { router } = require('./gate').getInstance();
router.post('/bolts', (req, res) => res.end());
