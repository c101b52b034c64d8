'use strict'
// Nobody without a token comes through, although what the guards do with one goes several ways and ends in a catch.
const fp = require('fastify-plugin')
const abbey = require('fastify')()
const { findKey, findMonk } = require('./archive')

abbey.register(fp(async (instance) => {
  instance.register(require('@fastify/jwt'), { secret: 'incense' })
  instance.decorate('byEither', async (request, reply) => {
    try {
      let token = request.headers.authorization
      if (!token) return reply.status(401).send({ message: 'who are you' })
      token = token.replace('Bearer ', '')
      if (token.startsWith('key_')) {
        const key = await findKey(token)
        if (!key) return reply.status(401).send({ message: 'unknown key' })
        request.user = { id: key.monk }
      } else {
        await request.jwtVerify()
        const { id } = request.user
        const monk = await findMonk(id)
        if (!monk) throw new Error('monk not found')
        request.user = { id: monk.id }
      }
    } catch (error) {
      reply.send(error)
    }
  })
  instance.decorate('byToken', async (request, reply) => {
    try {
      const token = request.headers.authorization
      if (!token) return reply.code(401).send()
      if (token.startsWith('novice ')) request.user = { id: 0 }
      else {
        await request.jwtVerify()
        if (!request.user) throw new Error('nobody')
      }
    } catch (error) {
      return reply.send(error)
    }
  })
  // This one lets strangers in.
  instance.decorate('byChance', async (request, reply) => {
    const token = request.headers.authorization
    if (!token) return
    if (token.startsWith('key_') && !(await findKey(token))) return reply.code(401).send()
  })
}))
abbey.register(async (halls) => {
  for (const name of ['byEither', 'byToken', 'byChance'])
    halls.get(`/${name}`, { onRequest: [halls[name]] }, async () => ({ bells: 7 }))
})
abbey.listen({ port: 3000 })
