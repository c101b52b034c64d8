const express = require('express');
const { PrismaClient, Prisma } = require('@prisma/client');
const { paging } = require('prisma-paging');

const base = new PrismaClient();
const ageOf = (dog) => (dog.bornAt > new Date() ? 0 : 3);
// Members of one model, one of them instead of a column, and one of all models.
const kennel = base.$extends({
  result: {
    dog: {
      isOld: { needs: { bornAt: true }, compute: (dog) => ageOf(dog) > 10 },
      pace: { needs: { pace: true }, compute: (dog) => dog.pace || 'walk' },
    },
    $allModels: { link: { compute: (record) => `/see/${record.id}` } },
  },
});
// Methods of models, of all models, and of the client, one extension behind the other.
const walks = kennel
  .$extends(paging())
  .$extends({ model: { $allModels: { async has(where) { return (await Prisma.getExtensionContext(this).count({ where })) > 0; } } } })
  .$extends(
    Prisma.defineExtension({
      model: { owner: { byEmail: (email) => base.owner.findUnique({ where: { email } }) } },
      client: { $greeting: () => ({ hello: true }) },
    }),
  )
  .$extends((client) => client.$extends({ result: { owner: { mailto: { compute: ({ email }) => ({ to: email }) } } } }));

const app = express();
app.use(express.json());
app.get('/dogs/:id', async (req, res) => {
  const dog = await kennel.dog.findUnique({ where: { id: req.params.id }, include: { owner: true } });
  if (!dog) return res.sendStatus(404);
  if (dog.isOld) return res.status(410).json({ old: true });
  res.json(dog);
});
app.get('/dogs', async (_req, res) => res.json(await kennel.dog.findMany({ select: { name: true, isOld: true } })));
app.get('/dogs-without', async (_req, res) => res.json(await kennel.dog.findMany({ omit: { isOld: true, ownerId: true } })));
app.post('/owners', async (req, res) => {
  if (await walks.owner.has({ email: req.body.email })) return res.status(409).json({ taken: true });
  res.status(201).json(await walks.owner.create({ data: { id: req.body.id, email: req.body.email } }));
});
app.get('/owners/by-email', async (req, res) => {
  const owner = await walks.owner.byEmail(req.query.email);
  return owner ? res.json(owner) : res.status(404).json({ ...walks.$greeting() });
});
// The client that was extended is the same as before.
app.get('/plain/:id', async (req, res) => {
  const dog = await base.dog.findUniqueOrThrow({ where: { id: req.params.id } });
  if (dog.isOld) return res.status(410).json({ old: true });
  res.json(dog);
});
// A class of the program that is extended keeps its methods.
class Store extends PrismaClient {
  stats() {
    return { dogs: 3 };
  }
}
const store = new Store().$extends({ result: { owner: { short: { compute: ({ email }) => email.length } } } });
app.get('/stats', (_req, res) => res.json(store.stats()));
app.get('/owners/:id', async (req, res) => res.json(await store.owner.findUniqueOrThrow({ where: { id: req.params.id } })));
app.listen(4101);
