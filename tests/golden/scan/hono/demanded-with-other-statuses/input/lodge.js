import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()
// Without the header nobody gets in, whatever the answer calls it.
app.get('/bad-request', (c) => {
  const token = c.req.header('Authorization')
  if (!token) return c.json({ error: 'no header' }, 400)
  return c.json({ rooms: 3 })
})
app.get('/hidden', (c) => {
  if (!c.req.header('authorization')?.startsWith('Bearer ')) return c.notFound()
  return c.json({ rooms: 3 })
})
app.get('/said', (c) => {
  const token = c.req.header('Authorization')
  if (!token) return c.json({ code: 401, message: 'log in' })
  return c.json({ rooms: 3 })
})
// It looks at the header and refuses for something else.
app.get('/greeted', (c) => {
  const token = c.req.header('Authorization')
  const floor = c.req.query('floor')
  if (!floor) return c.json({ error: 'which floor?' }, 400)
  return c.json({ hello: token ? 'guest' : 'stranger' })
})
// A header that is no credential.
app.get('/tenants', (c) => {
  if (!c.req.header('X-Tenant')) return c.json({ error: 'which house?' }, 400)
  return c.json({ rooms: 3 })
})
serve(app)
