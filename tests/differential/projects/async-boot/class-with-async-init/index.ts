import express, { type Express } from 'express';
class Database { static async open() { return new Database(); } guard = (role: string) => function guard(req: any, res: any, next: any) { next(); }; }
export class Service {
  private constructor(private app: Express, private db: Database) {}
  static async create() {
    const service = new Service(express(), await Database.open());
    await service.#routes();
    return service;
  }
  async #routes() {
    const routers = await Promise.all(['dunlin', 'knot'].map(async (name) => ({ name, router: await this.build(name) })));
    for (const { name, router } of routers) this.app.use(`/${name}s`, router);
  }
  private async build(name: string) {
    const { Router } = await import('express');
    return Router().get('/', (req, res) => { res.end(name); }).delete('/:id', this.db.guard('admin'), (req, res) => { res.end(); });
  }
  listen() { this.app.listen(3000); }
}
Service.create().then((service) => service.listen());
