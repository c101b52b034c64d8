import { Injectable, InternalServerErrorException } from '@nestjs/common';
import { PrismaClient } from '@prisma/client';
import Redis from 'ioredis';

const PIERS = ['north', 'east', 'south', 'west', 'inner', 'outer', 'old', 'new', 'long', 'short', 'coal', 'fish', 'ferry', 'sand', 'salt', 'corn', 'oil', 'ice', 'rope', 'tar',
  'wine', 'wool', 'stone', 'timber', 'grain', 'iron', 'sugar', 'tea', 'silk', 'spice'];

// Finds a free number for a berth: what is remembered may be wrong, so it asks again. Followed to its end it takes more steps than a request may.
@Injectable()
export class Berths {
  constructor(
    private readonly prisma: PrismaClient,
    private readonly redis: Redis,
  ) {}

  private async last(pier: string, kind: string): Promise<number | null> {
    const kept = await this.redis.get(`berth:${kind}:${pier}`);
    return kept ? parseInt(kept, 10) : null;
  }

  private async keep(pier: string, kind: string, number: number) {
    await this.redis.set(`berth:${kind}:${pier}`, number.toString());
  }

  async free(pier: string, kind: string, attempt = 0): Promise<string> {
    if (attempt > 8) throw new InternalServerErrorException('The harbour is full');
    let highest = 0;
    let berth: string | undefined;
    const kept = await this.last(pier, kind);
    if (kept) {
      highest = kept;
    } else {
      const taken = await (this.prisma as any)[kind].findMany({ where: { pier } });
      if (taken.length === 0) {
        berth = `${pier}-1`;
      } else {
        for (const each of taken) {
          const found = each.berth.match(/-(\d+)$/);
          if (found) highest = Math.max(highest, parseInt(found[1], 10));
        }
        if (highest >= 0) await this.keep(pier, kind, highest);
      }
    }
    if (!berth) {
      highest += 1;
      berth = `${pier}-${highest}`;
      if (await (this.prisma as any)[kind].findFirst({ where: { berth } })) return await this.free(pier, kind, attempt + 1);
    }
    if (berth.endsWith(`-${highest}`)) await this.keep(pier, kind, highest);
    return berth;
  }

  async layOut(owner: { id: string }) {
    for (const pier of PIERS)
      await this.prisma.berth.create({ data: { berth: await this.free(pier, 'berth'), ownerId: owner.id } as any });
    return this.prisma.harbour.create({ data: { berth: await this.free('main', 'harbour'), ownerId: owner.id } as any });
  }
}
