// Whether a source is there is asked for with what fails where it is not: one that the repository lacks is not loaded.
const express = require('express');
const fs = require('fs');
const path = require('path');
const manor = express();
const wings = path.join(__dirname, 'wings');
const rooms = (wing) => path.join(wings, wing, 'rooms.js');

function isFile(file) {
  try {
    return fs.lstatSync(file).isFile();
  } catch {
    return false;
  }
}
const opens = (file) => {
  try {
    fs.accessSync(file, fs.constants.R_OK);
  } catch (error) {
    console.warn(error.message);
    return false;
  }
  return true;
};

fs.readdirSync(wings).filter((wing) => isFile(rooms(wing))).forEach((wing) => manor.use('/tour', require(`./wings/${wing}/rooms.js`)));
for (const wing of fs.readdirSync(wings)) if (opens(rooms(wing))) manor.use('/keys', require(rooms(wing)));

async function open() {
  for (const wing of await fs.promises.readdir(wings)) {
    const there = await fs.promises.access(rooms(wing)).then(() => true, () => false);
    if (there) manor.use('/lights', require(rooms(wing)));
  }
  await Promise.all(fs.readdirSync(wings).map(async (wing) => {
    try {
      await fs.promises.stat(rooms(wing));
    } catch {
      return;
    }
    manor.use('/fires', require(rooms(wing)));
  }));
  manor.listen(4000);
}
open();
