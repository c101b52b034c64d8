const express = require('express');

/** Longer than a worker beside a server is followed, and shorter than a server is. */
function inOrder(names) {
  const distance = (one, other) => {
    let sum = 0;
    for (const letter of one) for (const against of other) sum += letter === against ? 0 : 1;
    return sum;
  };
  const near = (one) => names.reduce((sum, each) => sum + distance(one, each), 0);
  return names.map((name) => ({ name, weight: near(name) })).sort((one, other) => one.weight - other.weight);
}

const NAMES = ['letters', 'parcels', 'telegrams', 'stamps', 'mailboxes', 'itineraries', 'counters', 'customs', 'subscriptions', 'registrations', 'forwardings', 'complaints'];
const ranked = () => inOrder(NAMES);
const rankedAgain = () => ranked();
const rankedOnce = () => rankedAgain();

exports.createApp = (isWatched) => {
  const app = express();
  const build = () => {
    for (const { name } of rankedOnce()) app.get(`/${name}`, (req, res) => res.json({ name }));
    app.get(isWatched ? '/watched' : '/served', (req, res) => res.json({ names: NAMES.length }));
  };
  const once = () => build();
  once();
  return app;
};
