export default function pool(app) {
  app.get('/pool', (req, res) => res.json({ warm: true }));
}
export function towels(app) {
  app.post('/towels', (req, res) => res.status(201).json({ towel: req.body.colour }));
}
