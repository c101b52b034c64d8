import Fastify from 'fastify'
import sensible from '@fastify/sensible'
import { stones } from './stones.js'
import { carts } from './carts.js'

const app = Fastify()
// Nobody has the package's errors yet.
const early = app.httpErrors
app.get('/early', async () => ({ early: early === undefined }))

app.register(sensible)
app.register(stones, { prefix: '/stones' })
app.register(carts, { prefix: '/carts' })
app.listen({ port: 3000 })
