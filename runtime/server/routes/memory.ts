import { Hono } from 'hono';
import { clearMemory, deleteMemory, memoryEntries, memoryValue, parseMemoryAddress, readMemory, setMemory } from '../../store/index.js';
import { ApiError } from '../api-error.js';
import { readFields, textField } from '../read-body.js';
import type { Studio } from '../studio.js';

/** What runs remember. Values are shown one at a time, to who asks for that one. */
export function memoryRoutes(studio: Studio): Hono {
  const routes = new Hono();
  routes.get('/', (c) =>
    c.json({
      entries: memoryEntries(readMemory(studio.root)).map(({ scope, key, value, expiresAt }) => ({
        address: `${scope}:${key}`,
        scope,
        key,
        length: value.length,
        ...(expiresAt !== undefined && { expiresAt }),
      })),
    }),
  );
  routes.post('/reveal', async (c) => {
    const address = textField(await readFields(c), 'address');
    const value = memoryValue(readMemory(studio.root), parseMemoryAddress(address));
    if (value === undefined) throw new ApiError(404, `Nothing is remembered as ${address}.`, 'It may have expired or been deleted.');
    return c.json({ address, value });
  });
  routes.put('/entry', async (c) => {
    const fields = await readFields(c);
    const { value } = fields;
    if (typeof value !== 'string') throw new ApiError(400, '"value" must be a text.');
    await setMemory(studio.root, [{ ...parseMemoryAddress(textField(fields, 'address')), value }]);
    return c.body(null, 204);
  });
  routes.delete('/entry', async (c) => {
    const address = textField(await readFields(c), 'address');
    if (!(await deleteMemory(studio.root, parseMemoryAddress(address)))) throw new ApiError(404, `Nothing is remembered as ${address}.`);
    return c.body(null, 204);
  });
  routes.delete('/', async (c) => c.json({ deleted: await clearMemory(studio.root) }));
  return routes;
}
