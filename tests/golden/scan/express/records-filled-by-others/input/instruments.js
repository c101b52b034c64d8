exports.instruments = {
  telescope: (sky) => sky.get('/telescope', (req, res) => res.json({ aperture: 8 })),
  spectrograph: (sky) => sky.get('/spectrograph/lines', (req, res) => res.json([])),
};
exports.defaults = { port: 3000, prefix: 'v1', instruments: {} };
