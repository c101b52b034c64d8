// Guards of a package that is not there are named after what they are, and nobody knows what they ask for: that is said, once for each.
const express = require('express');
const { requireAuth, verifyToken } = require('@acme/kennel'); //~ core/unseen-guard

const kennel = express();
kennel.get('/dogs', requireAuth, (req, res) => res.json({ dogs: 2 }));
kennel.get('/bones', verifyToken(), (req, res) => res.json({ bones: 7 })); //~ core/unseen-guard
kennel.get('/collars', requireAuth, (req, res) => res.json({ collars: 2 }));
kennel.listen(3000);
