const express = require('express');
const busboy = require('connect-busboy');
const formidable = require('formidable');
const { Form } = require('multiparty');

const ferry = express();

// The reader is a member of the request.
ferry.post('/streamed', busboy(), (req, res) => {
  let crates = 0;
  req.busboy.on('file', (name, file) => {
    crates++;
    file.resume();
  });
  req.busboy.on('finish', () => res.json({ crates }));
  req.pipe(req.busboy);
});

// Fields and files are lists.
ferry.post('/listed', (req, res, next) => {
  new Form().parse(req, (failure, fields, files) => {
    if (failure) return next(failure);
    res.json({ sender: fields.sender[0], size: files.crate[0].size });
  });
});

// No name is asked for.
ferry.post('/counted', (req, res, next) => {
  new formidable.IncomingForm().parse(req, (failure, fields, files) => {
    if (failure) return next(failure);
    let crates = 0;
    for (const name in files) crates += [].concat(files[name]).length;
    res.status(201).json({ crates });
  });
});

// Parts come one by one.
ferry.post('/told', (req, res) => {
  const form = new formidable.IncomingForm();
  form.on('fileBegin', (name, file) => {
    file.path = `/hold/${file.name}`;
  });
  form.on('end', () => res.json({ loaded: true }));
  form.parse(req);
});

ferry.listen(4130);
