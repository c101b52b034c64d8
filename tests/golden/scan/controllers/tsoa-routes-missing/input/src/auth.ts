import type { Request } from 'express';
import { verify } from 'jsonwebtoken';

export async function expressAuthentication(request: Request, name: string, scopes?: string[]): Promise<unknown> {
  const token = request.headers['authorization'];
  if (!token) throw new Error('no token');
  return verify(token, 'compost');
}
