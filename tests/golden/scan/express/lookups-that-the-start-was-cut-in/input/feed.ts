import type { Application } from 'express';
import { lookUp } from './store';

const STATIONS = ['Dover', 'Brest', 'Cadiz', 'Faro', 'Bergen', 'Oban', 'Leith', 'Cork'];

/** Beside the set-up, and it could tell the application something. */
export class Feed {
  constructor(private readonly app: Application) {}

  async run(): Promise<void> {
    for (const station of STATIONS) await this.refresh(station);
  }
  private async refresh(station: string): Promise<void> {
    const { level } = await lookUp(station, 30_000);
    this.app.set(`level of ${station}`, level);
  }
}
