export default {
  open(app) {
    app.get('/drinks', (req, res) => res.json({ drinks: ['water'] }));
  },
};
