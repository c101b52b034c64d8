const express = require('express');
const driver = require('tide-driver');

const app = express();
const answer = (request, response) => response.json({ open: true });

const byRejection = () => new Promise((resolve, reject) => driver.open('a', (err) => (err ? reject(err) : resolve({ name: 'pier' }))));
// What went wrong is nothing here.
const byNothing = () =>
  new Promise((resolve) => {
    driver.open('b', (err) => {
      if (err) resolve();
      else resolve({ name: 'quay' });
    });
  });
const byReturn = () =>
  new Promise((resolve) => {
    driver.open('c', (problem) => {
      if (problem) return resolve(null);
      resolve({ name: 'dock' });
    });
  });
// One of these is told once it runs, the other where it does not.
const byEvent = () =>
  new Promise((resolve) => {
    const tide = driver.follow('d');
    tide.once('error', () => resolve(undefined));
    tide.once('open', () => resolve({ name: 'buoy' }));
  });
const byListening = () =>
  new Promise((resolve) => {
    app.listen(3000, (err) => {
      if (err) resolve();
      else resolve(app);
    });
  });
const byHelper = () => {
  let done;
  const promise = new Promise((resolve) => {
    done = (name) => resolve({ name });
  });
  driver.open('e', (err) => {
    if (!err) done('mole');
  });
  return promise;
};

async function start() {
  for (const open of [byRejection, byNothing, byEvent, byHelper]) {
    const place = await open();
    if (!place) return console.error('closed');
    app.get(`/${place.name}`, answer);
  }
  byReturn().then((place) => place && app.get(`/${place.name}`, answer));
  const server = await byListening();
  if (!server) return;
  server.get('/listening', answer);
}

start();
