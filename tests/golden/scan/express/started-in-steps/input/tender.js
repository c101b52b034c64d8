// Loaders leave things for one another.
const express = require('express');
const { bootstrapMicroframework } = require('microframework-w3tec');

const makes = async (settings) => { settings.setData('tender', express()); };
const registers = (settings) => {
  if (settings) settings.getData('tender').get('/oars', (req, res) => res.json([2]));
};
const listens = (settings) => { const server = settings.getData('tender').listen(3002); settings.onShutdown(() => server.close()); };
bootstrapMicroframework({ loaders: [makes, registers, listens] }).then(() => console.log('afloat'));
