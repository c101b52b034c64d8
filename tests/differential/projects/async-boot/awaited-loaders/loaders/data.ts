import { createPool } from 'fakepool';
export default async () => { const pool = await createPool({ host: 'x' }); return pool; };
