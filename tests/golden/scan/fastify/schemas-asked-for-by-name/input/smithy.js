'use strict'
const fp = require('fastify-plugin')
const forge = require('fastify')()

forge.register(fp(async (instance) => {
  instance.addSchema(require('./shapes/blade.json'))
  instance.addSchema({ $id: 'smithy:page', type: 'object', properties: { page: { type: 'integer', minimum: 1 } } })
}))

forge.register(async (anvil) => {
  const blade = anvil.getSchema('smithy:blade')
  anvil.post('/blades', { schema: { body: blade, response: { 201: { type: 'array', items: blade } } } }, async (request, reply) => reply.code(201).send([request.body]))
  // All of them, by their names.
  const { 'smithy:page': page } = anvil.getSchemas()
  anvil.get('/blades', { schema: { querystring: page } }, async () => [])
  // Nobody added this one.
  anvil.put('/blades/:id', { schema: { body: anvil.getSchema('smithy:hilt') } }, async (request) => ({ kept: request.body.grip }))
})
forge.listen({ port: 3000 })
