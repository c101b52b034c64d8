import type { Request } from 'express';
import { verify } from 'jsonwebtoken';

export async function expressAuthentication(request: Request, name: string): Promise<unknown> {
  const token = request.headers['x-gardener'];
  if (typeof token !== 'string') throw new Error('no token');
  return verify(token, 'compost');
}
