const express = require('express');
const multer = require('multer');
const path = require('path');

const darkroom = express();

class Unfit extends Error {
  constructor(message) {
    super(message);
    this.status = 415;
  }
}
const onlyPlates = (request, file, callback) => {
  if (file.mimetype.startsWith('image/')) callback(null, true);
  else callback(new Unfit('only plates'), false);
};
const plates = multer({ dest: 'plates/', fileFilter: onlyPlates });
const lists = multer({
  storage: multer.memoryStorage(),
  fileFilter(request, file, callback) {
    const isList = path.extname(file.originalname).toLowerCase() === '.csv';
    return isList ? callback(null, true) : callback(new Error('only lists'));
  },
});
// What it leaves out is not there, and nobody is refused for it.
const quiet = multer({ dest: 'quiet/', fileFilter: (request, file, callback) => callback(null, /png$/.test(file.originalname)) });

darkroom.post('/plates', plates.single('plate'), (request, response) => {
  response.status(201).json({ name: request.file.filename });
});
darkroom.post('/plates/many', plates.array('plates', 4), (request, response) => {
  response.status(201).json({ count: request.files.length });
});
darkroom.post('/lists', lists.fields([{ name: 'prices', maxCount: 1 }]), (request, response) => {
  response.status(202).end();
});
darkroom.post('/quiet', quiet.single('plate'), (request, response) => {
  if (!request.file) return response.status(422).json({ message: 'no plate' });
  response.status(201).json({ name: request.file.originalname });
});
// The handler is told.
const one = plates.single('plate');
darkroom.put('/plate', (request, response) => {
  one(request, response, (error) => {
    if (error instanceof multer.MulterError) return response.status(413).json({ message: error.message });
    if (error) return response.status(400).json({ message: error.message, isUnfit: error instanceof Unfit });
    response.json({ name: request.file.filename });
  });
});

darkroom.use((error, request, response, next) => {
  response.status(error.status || 500).json({ message: error.message });
});
darkroom.listen(3000);
