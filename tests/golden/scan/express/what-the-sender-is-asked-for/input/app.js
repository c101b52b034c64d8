const express = require('express');
const fileUpload = require('express-fileupload');
const multer = require('multer');
const path = require('path');
const { body, validationResult } = require('express-validator');

const app = express();
app.use(express.json());

// A validator in front of the sanitizer asks the sender for it, whatever the sanitizer makes of it.
const address = body('address')
  .exists({ checkFalsy: true })
  .isLength({ min: 3, max: 64 })
  .customSanitizer((value) => {
    const { hostname, href } = new URL(value);
    return hostname || href;
  });
const owner = body('owner').customSanitizer((_, { req }) => req.user.id);
app.post('/hosts', address, owner, (req, res) => {
  if (!validationResult(req).isEmpty()) return res.status(400).end();
  res.status(201).json({ address: req.body.address });
});

// Which files somebody sends nobody knows here: there may be some.
app.post('/pictures', fileUpload(), (req, res) => {
  if (!req.files || Object.keys(req.files).length === 0) return res.status(400).send('No files were uploaded.');
  const { picture } = req.files;
  if (!['.png', '.jpg'].includes(path.extname(picture.name))) return res.status(422).send('Only pictures');
  picture.mv(path.join('pictures', picture.name), (error) => {
    if (error) return res.status(500).send(error);
    res.redirect('/pictures');
  });
});

// Of the fields of a form none has to come.
app.post('/scans', multer().fields([{ name: 'scan', maxCount: 1 }]), (req, res) => {
  if (!('scan' in req.files)) return res.status(400).json({ message: 'no scan' });
  res.json({ size: req.files.scan[0].size });
});

// One function asks whether it is a list, another one reads members that no list has.
const token = (req) => (Array.isArray(req.body) && req.body[0] ? req.body[0].token : req.body.token);
app.post(
  '/signals',
  (req, res, next) => (token(req) ? next() : res.status(401).end()),
  (req, res) => {
    if (req.body.lamp.colour === 'red') return res.status(409).end();
    res.json({ seen: req.body.lamp.seen });
  },
);

app.listen(3000);
