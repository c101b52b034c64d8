import cookie from '@fastify/cookie';
import session from '@fastify/session';
import Fastify from 'fastify';

const allotments = Fastify();
allotments.register(cookie);
allotments.register(session, { secret: 'a secret of thirty-two characters' });

// Pages for strangers: whoever is a member is sent elsewhere.
allotments.register(async function gate(front) {
  front.addHook('preHandler', async (request, reply) => {
    if (request.session.authenticated) {
      const to = request.query.to ?? '/plots';
      return reply.redirect(to);
    }
  });
  front.get('/enter', async () => ({ form: true }));
});
const strangersOnly = async (request, reply) => {
  if (!request.session.user) {
    request.stranger = true;
  } else {
    reply.code(303).redirect('/plots');
  }
};
allotments.get('/join', { preHandler: strangersOnly }, async () => ({ form: true }));

// Pages for members.
const membersOnly = async (request, reply) => {
  if (!request.session.authenticated) return reply.redirect('/enter');
};
allotments.get('/plots', { preHandler: membersOnly }, async () => ({ plots: 12 }));
// A member gets a header more, and everybody is served.
const greeted = async (request, reply) => {
  if (request.session.user) reply.header('x-member', 'yes');
};
allotments.get('/weather', { preHandler: greeted }, async () => ({ rain: false }));

allotments.listen({ port: 3000 });
