import fastify from 'fastify';
import jwt from 'jsonwebtoken';

const valley = fastify();
const LISTED = ['/timetable', '/prices'];

// Which requests are let in without a ticket is a member of what a function returns on several ways.
function openToAll(request) {
  if (request.method === 'GET') {
    if (request.url === '/' || LISTED.includes(request.url) || request.url.startsWith('/weather')) return { allowed: true };
  } else if (request.method === 'POST') {
    if (request.url.startsWith('/tickets')) return { allowed: true, buys: true };
  }
  return { allowed: false };
}

const ticketOf = ({ headers }) => (headers.authorization?.startsWith('Bearer ') ? headers.authorization.slice(7) : null);

async function admitted(request) {
  const open = openToAll(request);
  if (open.allowed) return open;
  const ticket = ticketOf(request);
  if (ticket) {
    const rider = jwt.verify(ticket, 'cable');
    if (rider) return { allowed: true, rider };
  }
  return { allowed: false, why: 'no ticket' };
}

valley.addHook('preValidation', async (request, reply) => {
  let message = 'closed';
  try {
    const { allowed, rider, why } = await admitted(request);
    if (allowed) {
      if (rider) request.rider = rider;
      return;
    }
    if (why) message = why;
  } catch (error) {
    request.log.info(error);
  }
  return reply.status(401).send({ message });
});

valley.get('/', async () => ({ open: true }));
valley.get('/timetable', async () => ({ every: 20 }));
valley.post('/timetable', async () => ({ every: 30 }));
valley.get('/weather/:peak', async (request) => ({ peak: request.params.peak }));
valley.post('/tickets', async () => ({ ticket: 't' }));
valley.get('/tickets', async (request) => ({ of: request.rider.id }));
valley.get('/cabins', async (request) => ({ of: request.rider.id }));

await valley.listen({ port: 4900 });
