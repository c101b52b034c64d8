/** Errors by the names of the package, taken out of the instance. */
export async function stones(fastify) {
  const { httpErrors } = fastify

  fastify.addHook('onRequest', async (request) => {
    const key = request.headers['x-quarry-key']
    if (!key) throw httpErrors.unauthorized('Who digs?')
    request.digger = await fastify.diggers.byKey(key)
    if (!request.digger) throw httpErrors.forbidden()
  })

  fastify.get('/:id', async (request) => {
    const stone = await fastify.store.find(request.params.id)
    if (!stone) throw fastify.httpErrors.notFound('No such stone')
    return { id: request.params.id, weight: 3 }
  })

  fastify.post('/', async (request, reply) => {
    const taken = await fastify.store.taken(request.body.name)
    if (taken) throw httpErrors.getHttpError(409, 'Taken')
    if (await fastify.store.full()) throw httpErrors.createError(507, 'Full')
    reply.code(201)
    return { made: true }
  })

  fastify.delete('/:id', async (request, reply) => {
    if (await fastify.store.isFixed(request.params.id)) return reply.preconditionFailed('Fixed')
    reply.code(204)
  })
}
