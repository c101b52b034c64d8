const express = require('express');
const router = express.Router();
const auth = (...rights) => async (req, res, next) => next(void rights);
router.route('/').post(auth('plant'), (req, res) => res.end()).get(auth('look'), (req, res) => res.end());
router.route('/:tulip').get(auth(), (req, res) => res.end());
module.exports = router;
