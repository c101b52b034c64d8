const router = require('express').Router();
router.post('/rye', (req, res) => res.json({ flour: 3 }));
module.exports = router;
