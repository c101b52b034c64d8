// What is set on several ways and refused where it is missing, or does not look right, has to look right.
const express = require('express');
const validator = require('validator');

const postern = express();
postern.use(express.json());
const refuse = (res) => res.status(400).json({ letter: null });

postern.post('/by-choice', (req, res) => {
  const mail = req.body.mail ? req.body.mail.trim() : '';
  if (!mail || !validator.isEmail(mail)) return refuse(res);
  res.json({ letter: 1 });
});
postern.post('/by-and', (req, res) => {
  let mail = req.body.mail && validator.normalizeEmail(req.body.mail);
  if (mail) mail = validator.trim(mail);
  if (!mail || !validator.isEmail(mail)) return refuse(res);
  res.json({ letter: 2 });
});
postern.post('/by-arm', (req, res) => {
  let { site } = req.body;
  if (site) site = site.trim();
  if (!site || !/^https:\/\/\w+$/.test(site)) return refuse(res);
  res.json({ letter: 3 });
});

// Refused where both are so: it may look like anything else.
postern.post('/both', (req, res) => {
  const mail = req.body.mail ? req.body.mail.trim() : 'nobody';
  if (!mail && !validator.isEmail(mail)) return refuse(res);
  res.json({ letter: 4 });
});
// Another one is tested, or it is let through for another reason.
postern.post('/other', (req, res) => {
  const mail = req.body.mail ? req.body.mail.trim() : '';
  if (!mail || !validator.isEmail(req.body.copy)) return refuse(res);
  res.json({ letter: 5 });
});
postern.post('/passed', (req, res) => {
  const mail = req.body.mail ? req.body.mail.trim() : '';
  if (!mail || validator.isEmail(mail)) return res.json({ letter: 6 });
  refuse(res);
});

postern.listen(3000);
