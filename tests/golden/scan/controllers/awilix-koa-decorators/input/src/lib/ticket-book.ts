import type { Watch } from './watch';

export interface Ticket { number: number; zone: string; sold: string }

export class TicketBook {
  private readonly watch: Watch;
  constructor({ watch }: { watch: Watch }) { this.watch = watch; }
  sell(zone: string): Ticket { return { number: 1, zone, sold: this.watch.today() }; }
  find(number: number): Ticket { if (number > 9) throw new Error('no such ticket'); return { number, zone: 'A', sold: this.watch.today() }; }
}
