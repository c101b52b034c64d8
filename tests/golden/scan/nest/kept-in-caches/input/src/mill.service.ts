import { CACHE_MANAGER } from '@nestjs/cache-manager';
import { Inject, Injectable } from '@nestjs/common';
import { Cache } from 'cache-manager';
import { SackService } from './sack.service';

@Injectable()
export class MillService {
  constructor(
    @Inject(CACHE_MANAGER) private readonly cache: Cache,
    private readonly sacks: SackService,
  ) {}

  private grind() {
    return { flour: 'rye', kilograms: Math.random() };
  }

  async got() {
    const kept = await this.cache.get('got');
    if (kept) return kept;
    const ground = this.grind();
    await this.cache.set('got', ground);
    return ground;
  }

  wrapped() {
    return this.cache.wrap('wrapped', async () => this.grind(), 10);
  }

  async inSacks() {
    const kept = await this.sacks.get('sacks');
    if (kept) return kept;
    const sacks = { sacks: [this.grind()], total: 1 };
    await this.sacks.set('sacks', sacks);
    return sacks;
  }
}
