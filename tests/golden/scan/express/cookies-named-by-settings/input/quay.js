// A cookie whose name only a setting without a default says is told by the setting's name.
const cookies = require('cookie-parser');
const express = require('express');
const { z } = require('zod');

const settings = z.object({ PASS_COOKIE: z.string(), DESK_COOKIE: z.string().default('desk') }).parse(process.env);
const quay = express();
quay.use(cookies());

const bearer = (name) => (req, res, next) => {
  const pass = req.cookies[name];
  if (!pass) return res.status(401).json({ missing: true });
  require('harbour').check(pass).then(() => next());
};
quay.get('/unset', bearer(process.env.SHIP_COOKIE), (req, res) => res.json({ ok: true }));
quay.get('/demanded', bearer(settings.PASS_COOKIE), (req, res) => res.json({ ok: true }));
// These have names.
quay.get('/default', bearer(settings.DESK_COOKIE), (req, res) => res.json({ ok: true }));
quay.get('/fallback', bearer(process.env.CREW_COOKIE || 'crew'), (req, res) => res.json({ ok: true }));
quay.listen(3000);
