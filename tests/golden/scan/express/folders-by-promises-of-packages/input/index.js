const express = require('express');
const Bluebird = require('bluebird');
const pMap = require('p-map');
const fs = Bluebird.promisifyAll(require('fs'));
const path = require('path');

// A folder of modules that each give a router and where it belongs.
function loadRooms(manor, folder) {
  return fs
    .readdirAsync(folder)
    .map((file) =>
      Bluebird.try(() => (fs.statSync(path.resolve(folder, file)).isDirectory() ? undefined : require(`${folder}/${file}`)(manor))).then(
        (room) => room && manor.use(room.path, room.router),
      ),
    )
    .then(() => Bluebird.resolve(manor));
}

// Only some of them, one after the other; what comes behind knows how many there were.
const loadCellars = (manor) =>
  fs
    .readdirAsync(path.join(__dirname, 'cellars'))
    .filter((file) => file.endsWith('.cellar.js'))
    .each((file) => manor.use(`/cellars/${path.basename(file, '.cellar.js')}`, require(path.join(__dirname, 'cellars', file))))
    .then((files) => manor.get(`/cellars-of-${files.length}`, (req, res) => res.json(files)));

// The same with other packages, and with the functions of a module in an object of the program's own.
const files = { ...require('fs') };
const loadAttics = async (manor) =>
  pMap(await Bluebird.promisify(files.readdir)(`${__dirname}/attics`), async (file) => {
    const { default: attic } = await import(`./attics/${file}`);
    manor.get(attic.path, attic.show);
    return attic.path;
  });

module.exports = (options) =>
  Bluebird.resolve(express())
    .then((manor) => loadRooms(manor, `${__dirname}/rooms`))
    .tap(loadCellars)
    .tap(loadAttics)
    .then((manor) => {
      manor.get('/last', (req, res) => res.end());
      return manor.listen(options.port);
    });
module.exports({ port: 3000 });
