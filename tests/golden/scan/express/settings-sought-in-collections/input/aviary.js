// What a set or a map says of a setting is a setting, too: another configuration has the routes behind it.
const express = require('express');
const aviary = express();
const tell = (req, res) => res.json({});
const ON = new Set(['1', 'true', 'yes']);

if (ON.has(String(process.env.FEED_BIRDS ?? '').toLowerCase())) aviary.get('/feeders', tell);
const owls = express.Router().get('/owls', tell); //~ core/unmounted-router
const keepers = new Map([['night', owls], ['day', express.Router().get('/larks', tell)]]);
// One has a default: that one is mounted plainly.
aviary.use('/watch', keepers.get(process.env.SHIFT || 'day'));
// None has: nothing is mounted as it stands.
const asked = keepers.get(process.env.EXTRA_SHIFT);
if (asked) aviary.get('/extra', tell);
if (keepers.has(process.env.EXTRA_SHIFT)) aviary.get('/extra/hours', tell);
// Decided by the source.
if (ON.has('yes')) aviary.get('/perches', tell);
if (ON.has('no')) aviary.get('/nowhere', tell);
aviary.listen(4000);
