const { Router } = require('express');
module.exports = (manor) => {
  const library = new Router();
  library.get('/books/:shelf', (req, res) => res.json({ shelf: req.params.shelf }));
  manor.locals.hasLibrary = true;
  return { path: '/library', router: library };
};
