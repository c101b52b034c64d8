const { Router } = require('express');
const { create } = require('keeper-state');

// Each call makes another one: what one was given the next does not have.
create().router = Router();
create().router.get('/nowhere', (req, res) => res.end()); //~ project/unseen-registration
