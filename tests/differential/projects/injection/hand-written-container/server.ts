import express, { type Express } from 'express';
import type { LanternController } from './lantern-controller.js';
export class Server {
  private app: Express = express();
  constructor(private readonly lanterns: LanternController) {}
  start() {
    this.app.use('/lanterns', this.lanterns.router());
    this.app.listen(3000);
  }
}
