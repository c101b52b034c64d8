import type { Express } from 'express';
export function build(app: Express, { server: { basePath } }: { server: { basePath?: string; port?: number } }) {
  app.get(`${basePath}/spores`, (req, res) => { res.end(); });
  app.get(basePath + '/', (req, res) => { res.end(); });
  return app;
}
