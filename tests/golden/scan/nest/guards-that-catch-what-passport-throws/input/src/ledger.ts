import Redis from 'ioredis';

const store = new Redis();
export const ledger = { isStolen: async (token: string | undefined) => (await store.get(`stolen:${token}`)) !== null };
