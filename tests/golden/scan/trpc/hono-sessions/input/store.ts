import { createClient } from 'redis';

const client = createClient();
export const store = {
  async keeperOf(id: string) {
    const found = await client.get(`keeper:${id}`);
    return found === null ? null : (JSON.parse(found) as { id: string; name: string });
  },
};
