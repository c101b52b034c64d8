import type { Express } from 'express';
import http from './http.js';
import data from './data.js';
export default async ({ app }: { app: Express }) => {
  const connection = await data();
  await http({ app, connection });
};
