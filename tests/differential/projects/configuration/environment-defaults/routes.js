const router = require('express').Router();
router.get('/dials', (req, res) => res.end());
module.exports = router;
