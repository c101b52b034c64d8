const router = require('express').Router();
router.get('/', (req, res) => res.end());
router.get('/:plum', (req, res) => res.end());
module.exports = router;
