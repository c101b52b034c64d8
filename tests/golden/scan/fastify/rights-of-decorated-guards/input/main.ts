import Fastify from 'fastify';
import fp from 'fastify-plugin';
import jwt from '@fastify/jwt';
import { fastifyRequestContext } from '@fastify/request-context';

const lookups = fp(async (shop: any) => {
  shop.decorate('identify', async (request: any, reply: any) => {
    try {
      await request.jwtVerify();
    } catch {
      return reply.code(401).send({ complaint: 'who are you' });
    }
    request.requestContext.set('permits', await shop.permitsOf(request.user.id));
  });
  // A function without a name: what it makes is called after the decorator. What it looks at lies in a holder of a package.
  shop.decorate('demandPermit', (permit: string) => async (request: any, reply: any) => {
    const permits = request.requestContext.get('permits') ?? [];
    if (!permits.includes(permit)) return reply.code(403).send({ complaint: `you may not ${permit}` });
  });
  // Several at once, in a function that has a name of its own.
  shop.decorate('demandAll', function needsRoles(...roles: string[]) {
    return async (request: any, reply: any) => {
      if (!roles.every((role) => request.user.roles.includes(role))) return reply.code(403).send({ complaint: 'not you' });
    };
  });
  // It names a kind of key, and no right: nobody is sent away for what he may not do.
  shop.decorate('pickBlank', (blank: string) => async (request: any, reply: any) => {
    if (request.query.blank !== blank) return reply.code(400).send({ complaint: `only ${blank}` });
  });
});

async function open() {
  const shop: any = Fastify();
  await shop.register(jwt, { secret: 'brass' });
  await shop.register(fastifyRequestContext);
  await shop.register(lookups);
  shop.get('/keys', { preValidation: [shop.identify, shop.demandPermit('keys:read')] }, async () => ({ keys: 3 }));
  shop.post('/keys', { preHandler: [shop.identify, shop.demandPermit('keys:cut'), shop.demandAll('smith', 'owner')] }, async () => ({ cut: true }));
  shop.get('/blanks', { preHandler: [shop.identify, shop.pickBlank('steel')] }, async () => ({ blanks: 9 }));
  // Rights alone ask for no login that the source shows.
  shop.get('/drawers', { preHandler: shop.demandPermit('drawers:open') }, async () => ({ drawers: 2 }));
  await shop.listen({ port: 3000 });
}
void open();
