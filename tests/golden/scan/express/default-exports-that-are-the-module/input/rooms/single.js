export default function single(app, path) {
  app.get(path, (req, res) => res.json({ beds: 1 }));
}
