import type { Server } from 'http';
import * as WebSocket from 'ws';
import { lookUp } from './store';

/** Beside the set-up as well, and servers stand only in its types: nothing that it could do further on would be missing. */
class Gulls {
  private readonly listeners: WebSocket.Server[] = [];

  addListener(listener: WebSocket.Server | Server): void {
    this.listeners.push(listener as WebSocket.Server);
  }
  async run(): Promise<void> {
    await this.count();
  }
  private async count(): Promise<void> {
    const counted = await this.countAt('Faro');
    for (const { clients } of this.listeners) for (const client of clients) client.send(String(counted));
  }
  private async countAt(station: string): Promise<number> {
    let gulls = 7;
    for (let round = 0; round < 30_000; round++) gulls = (gulls * 31 + station.charCodeAt(round % station.length)) % 65521;
    await lookUp(station, gulls);
    return gulls;
  }
}
export default new Gulls();
