const express = require('express');
const host = require('some-host');

// Nothing of the program calls it: what it returns is of a package, and nobody asks for its truth.
exports.kiosk = (name) => {
  const kiosk = express();
  kiosk.get('/papers', (request, response) => response.json({ papers: 3 }));
  return host(kiosk, name); //~ express/handed-to-package
};
exports.Kiosk = class {
  constructor(name) {
    this.app = express();
    this.app.get('/magazines', (request, response) => response.json({ magazines: 2 }));
  }
  open() {
    this.app.post('/magazines', (request, response) => response.sendStatus(201));
    return host(this.app);
  }
};
