import { createClient } from 'redis';
const client = createClient();
export const accounts = { ofHost: async (host) => JSON.parse(await client.get(host)) };
