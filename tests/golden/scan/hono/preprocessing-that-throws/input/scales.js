import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'

const parsed = (given) => {
  if (typeof given !== 'string') throw new TypeError('a text is wanted')
  return Number(given)
}
const weight = z.preprocess(parsed, z.number().min(1))

const app = new Hono()
// A function that throws where nothing comes in demands something.
app.post('/weights', zValidator('json', z.object({ weight, unit: z.preprocess((given) => given ?? 'g', z.enum(['g', 'kg'])) })), (c) =>
  c.json({ weighed: true }),
)
// So does one that hands the text on to something that throws.
app.post('/lists', zValidator('json', z.object({ rows: z.preprocess((given) => JSON.parse(given), z.array(z.string())) })), (c) =>
  c.json({ listed: true }),
)
// One that gives its own answer to what it cannot read.
const lenient = z.preprocess((given) => {
  try {
    return parsed(given)
  } catch {
    return 0
  }
}, z.number())
app.post('/lenient', zValidator('json', z.object({ lenient })), (c) => c.json({ lenient: true }))
// What stands behind in the same place is evaluated.
app.get('/behind', (c) => c.text('still here'))
serve(app)
