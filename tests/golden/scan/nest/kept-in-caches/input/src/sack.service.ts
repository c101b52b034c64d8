import { Injectable, OnModuleInit } from '@nestjs/common';
import Redis from 'ioredis';

@Injectable()
export class SackService implements OnModuleInit {
  private client: Redis;

  onModuleInit() {
    this.client = new Redis({ host: 'sacks.test' });
  }

  async get(key: string) {
    const kept = await this.client.get(key);
    return kept ? JSON.parse(kept) : null;
  }

  async set(key: string, value: unknown) {
    await this.client.set(key, JSON.stringify(value), 'EX', 60);
  }

  async getOrMake<Made>(key: string, make: () => Promise<Made>): Promise<Made> {
    const kept = (await this.get(key)) as Made | null;
    if (kept !== null) return kept;
    const made = await make();
    await this.set(key, made);
    return made;
  }
}
