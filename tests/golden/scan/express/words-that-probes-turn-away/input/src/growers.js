import { createConnection } from './store.js';

const store = createConnection();

export const growers = {
  byToken: (token) => store.find({ token }),
  byPassword: (name, password) => store.find({ name, password }),
};
