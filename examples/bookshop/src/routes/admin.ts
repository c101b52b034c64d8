import { Router, type RequestHandler } from 'express';
import * as reports from '../controllers/reports.js';
import { handle } from '../lib/handle.js';

export const admin = Router();

const pages: Record<string, RequestHandler> = {
  sales: reports.sales,
  stock: reports.stock,
  customers: reports.customers,
};

Object.entries(pages).forEach(([name, report]) => {
  admin.get(`/reports/${name}`, handle(report));
});

admin.post('/reindex', (_request, response) => {
  response.status(202).json({ queued: true });
});
