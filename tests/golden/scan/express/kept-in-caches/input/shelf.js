const Redis = require('ioredis');

const redis = new Redis(process.env.REDIS_URL);

exports.remember = async (key, make) => {
  const kept = await redis.get(key);
  if (kept !== null) return JSON.parse(kept);
  const made = await make();
  await redis.setex(key, 60, JSON.stringify(made));
  return made;
};

class Shelf {
  constructor(client) {
    this.client = client;
  }

  async get(key) {
    const kept = await this.client.get(`shelf:${key}`);
    if (!kept) return null;
    try {
      return JSON.parse(kept);
    } catch {
      return kept;
    }
  }

  async getOrMake(key, make) {
    const found = await this.get(key);
    if (found) return found;
    const made = await make();
    await this.client.set(`shelf:${key}`, JSON.stringify(made), 'EX', 60);
    return made;
  }
}
exports.shelf = new Shelf(redis);
