const router = require('express').Router();
router.get('/unused', (req, res) => res.end());
module.exports = router;
