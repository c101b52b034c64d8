/** Checks that throw, behind a handler of errors of the program. */
export async function carts(fastify) {
  fastify.setErrorHandler((error, request, reply) => {
    if (error.statusCode === 422) return reply.code(422).send({ reason: error.message })
    reply.send(error)
  })

  fastify.get('/:id', async (request) => {
    const cart = await fastify.store.cart(request.params.id)
    fastify.assert(cart, 404, 'No such cart')
    fastify.assert.equal(cart.owner, request.digger, 403)
    return { cart: request.params.id }
  })

  fastify.put('/:id', async (request) => {
    fastify.assert.ok(request.body.load, 422, 'Nothing is loaded')
    return { loaded: true }
  })
}
