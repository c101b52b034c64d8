const router = require('express').Router();
router.get('/draft', (req, res) => res.end());
module.exports = router;
