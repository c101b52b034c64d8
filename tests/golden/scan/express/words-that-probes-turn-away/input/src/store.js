import { open } from 'orchard-store';

export const createConnection = () => open(process.env.STORE);
