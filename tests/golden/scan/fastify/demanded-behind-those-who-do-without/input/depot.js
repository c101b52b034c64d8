import Fastify from 'fastify'

const app = Fastify()

// Does without it: it puts in its own.
app.addHook('onRequest', async (request) => {
  request.lane = request.headers['x-lane'] || 'middle'
})

app.get('/anywhere', async (request) => ({ lane: request.lane }))

app.register(async (inner) => {
  inner.addHook('preHandler', async (request, reply) => {
    if (!request.headers['x-lane']) return reply.code(400).send({ error: 'which lane?' })
  })
  inner.get('/demanded', async (request) => ({ lane: request.lane }))
})

// Asked for first, and read leniently behind that.
app.get(
  '/demanded-first',
  {
    preHandler: [
      async (request, reply) => {
        if (!request.query.shelf) throw Object.assign(new Error('which shelf?'), { statusCode: 422 })
      },
      async (request) => {
        request.shelf = request.query.shelf ?? 1
      },
    ],
  },
  async (request) => ({ shelf: request.shelf }),
)

// What one of them puts into the request itself is there for the others.
const filled = async (request) => {
  request.query.page = request.query.page || 1
}
app.get('/filled', { onRequest: filled }, async (request, reply) => {
  if (!request.query.page) return reply.code(400).send({ error: 'which page?' })
  return { page: request.query.page }
})

// A schema's default is there for all of them.
const querystring = { type: 'object', properties: { size: { type: 'integer', default: 20 } } }
app.get('/by-schema', { schema: { querystring } }, async (request, reply) => {
  if (!request.query.size) return reply.code(400).send({ error: 'how many?' })
  return { size: request.query.size }
})

app.listen({ port: 3000 })
