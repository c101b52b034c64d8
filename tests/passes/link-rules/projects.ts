/**
 * A small server with the truth about its identifiers.
 * `gives`: members of answers, by what they identify. `wants`: values of requests, by what they have to identify; null for one that looks
 * as if it were another endpoint's and is not, or that two kinds of things can be meant by. A link is right when both identify the same.
 */
export interface LinkProject {
  readonly title: string;
  readonly packages?: Readonly<Record<string, string>>;
  readonly source: string;
  readonly gives: Readonly<Record<string, string>>;
  readonly wants: Readonly<Record<string, string | null>>;
}

export const projects: readonly LinkProject[] = [
  {
    title: 'a library: collections, references in bodies, plurals',
    packages: { zod: '^3.23.0' },
    source: `
    const { z } = require('zod');
    app.post('/authors', (req, res) => res.status(201).json({ id: 1, name: req.body.name }));
    app.get('/authors/:authorId', (req, res) => res.json({ id: 1, name: 'A' }));
    app.post('/movies', (req, res) => res.status(201).json({ id: 1, title: req.body.title }));
    app.get('/movies/:movieId', (req, res) => res.json({ id: 1, title: 'M' }));
    app.post('/people', (req, res) => res.status(201).json({ id: 1 }));
    app.get('/people/:id', (req, res) => res.json({ id: 1 }));
    app.post('/books', (req, res) => {
      const book = z.object({ title: z.string(), author_id: z.number(), movieIds: z.array(z.number()), personId: z.number() }).parse(req.body);
      res.status(201).json({ id: 1, title: book.title, author_id: book.author_id });
    });
    app.get('/books/:id', (req, res) => res.json({ id: 1, title: 'B', author_id: 1 }));
    app.put('/books/:id', (req, res) => { const { author_id } = z.object({ author_id: z.number() }).parse(req.body); res.json({ id: 1, author_id }); });
    app.delete('/books/:id', (req, res) => res.sendStatus(204));
    app.get('/loans', (req, res) => res.json({ count: Number(req.query.bookId) }));`,
    gives: {
      'POST /authors id': 'author',
      'GET /authors/:authorId id': 'author',
      'POST /movies id': 'movie',
      'GET /movies/:movieId id': 'movie',
      'POST /people id': 'person',
      'GET /people/:id id': 'person',
      'POST /books id': 'book',
      'GET /books/:id id': 'book',
      'PUT /books/:id id': 'book',
      'POST /books author_id': 'author',
      'GET /books/:id author_id': 'author',
      'PUT /books/:id author_id': 'author',
    },
    wants: {
      'GET /authors/:authorId path:authorId': 'author',
      'GET /movies/:movieId path:movieId': 'movie',
      'GET /people/:id path:id': 'person',
      'POST /books body:author_id': 'author',
      'POST /books body:movieIds.0': 'movie',
      'POST /books body:personId': 'person',
      'GET /books/:id path:id': 'book',
      'PUT /books/:id path:id': 'book',
      'PUT /books/:id body:author_id': 'author',
      'DELETE /books/:id path:id': 'book',
      'GET /loans query:bookId': 'book',
    },
  },
  {
    title: 'a shop: nested collections, wrapped answers, lines of orders, a catalogue that nobody writes',
    packages: { zod: '^3.23.0' },
    source: `
    const { z } = require('zod');
    app.get('/products', (req, res) => res.json({ products: [{ slug: 'a', id: 1 }], total: 1 }));
    app.get('/products/:id', (req, res) => res.json({ id: 1, slug: 'a' }));
    app.post('/customers', (req, res) => res.status(201).json({ customer: { _id: 'c', name: req.body.name } }));
    app.get('/customers/:customer_id', (req, res) => res.json({ customer: { _id: 'c', name: 'C' } }));
    app.post('/addresses', (req, res) => res.status(201).json({ uuid: 'u' }));
    app.post('/customers/:customerId/orders', (req, res) => {
      z.object({ address: z.object({ uuid: z.string() }), lines: z.array(z.object({ productId: z.number(), count: z.number() })) }).parse(req.body);
      res.status(201).json({ order: { id: 1, customer: { _id: 'c' } }, lines: [{ id: 9 }] });
    });
    app.get('/orders/:orderId', (req, res) => res.json({ order: { id: 1 } }));
    app.post('/orders/:orderId/cancel', (req, res) => res.json({ done: true }));
    app.get('/customers/:customerId/orders/:id', (req, res) => res.json({ order: { id: 1 } }));`,
    gives: {
      'GET /products products.0.id': 'product',
      'GET /products/:id id': 'product',
      'GET /products products.0.slug': 'product slug',
      'GET /products/:id slug': 'product slug',
      'POST /customers customer._id': 'customer',
      'GET /customers/:customer_id customer._id': 'customer',
      'POST /customers/:customerId/orders order.customer._id': 'customer',
      'POST /addresses uuid': 'address',
      'POST /customers/:customerId/orders order.id': 'order',
      'GET /orders/:orderId order.id': 'order',
      'GET /customers/:customerId/orders/:id order.id': 'order',
      'POST /customers/:customerId/orders lines.0.id': 'line',
    },
    wants: {
      'GET /products/:id path:id': 'product',
      'GET /customers/:customer_id path:customer_id': 'customer',
      'POST /customers/:customerId/orders path:customerId': 'customer',
      'POST /customers/:customerId/orders body:address.uuid': 'address',
      'POST /customers/:customerId/orders body:lines.0.productId': 'product',
      'GET /orders/:orderId path:orderId': 'order',
      'POST /orders/:orderId/cancel path:orderId': 'order',
      'GET /customers/:customerId/orders/:id path:customerId': 'customer',
      'GET /customers/:customerId/orders/:id path:id': 'order',
    },
  },
  {
    title: 'a clinic: what only tables say',
    packages: { mongoose: '^8.0.0' },
    source: `
    const mongoose = require('mongoose');
    const Patient = mongoose.model('Patient', new mongoose.Schema({ name: String }));
    const Visit = mongoose.model('Visit', new mongoose.Schema({ patientId: String, reason: String }));
    const Voucher = mongoose.model('Voucher', new mongoose.Schema({ code: String }));
    app.post('/admissions', async (req, res) => { const made = await Patient.create({ name: req.body.name }); res.status(201).json({ id: made.id, name: made.name }); });
    app.get('/patients/:id', async (req, res) => { const found = await Patient.findById(req.params.id); res.json({ name: found.name }); });
    app.get('/file/:number', async (req, res) => { const found = await Patient.findById(req.params.number); res.json({ name: found.name }); });
    app.post('/visits', async (req, res) => { const made = await Visit.create({ patientId: req.body.who, reason: req.body.reason }); res.status(201).json({ id: made.id, reason: made.reason }); });
    app.get('/visits', async (req, res) => { const found = await Visit.find({ patientId: req.query.of }); res.json({ count: found.length }); });
    app.patch('/visits/:id', async (req, res) => { await Visit.updateOne({ _id: req.params.id }, { reason: req.body.reason }); res.json({ done: true }); });
    app.post('/vouchers', async (req, res) => {
      if (await Voucher.findOne({ code: req.body.code })) return res.sendStatus(409);
      const made = await Voucher.create({ code: req.body.code });
      return res.status(201).json({ id: made.id, code: made.code });
    });
    app.post('/redemptions', async (req, res) => { const found = await Voucher.findOne({ code: req.body.word }); res.json({ found: found !== null }); });`,
    gives: {
      'POST /admissions id': 'patient',
      'POST /visits id': 'visit',
      'POST /vouchers id': 'voucher',
      'POST /vouchers code': 'voucher code',
    },
    wants: {
      'GET /patients/:id path:id': 'patient',
      'GET /file/:number path:number': 'patient',
      'POST /visits body:who': 'patient',
      'GET /visits query:of': 'patient',
      'PATCH /visits/:id path:id': 'visit',
      'POST /vouchers body:code': null,
      'POST /redemptions body:word': 'voucher code',
    },
  },
  {
    title: 'a forum: the same names for different things',
    source: `
    app.post('/posts', (req, res) => res.status(201).json({ id: 1, title: req.body.title }));
    app.get('/posts/:id', (req, res) => res.json({ id: 1, title: 'P' }));
    app.post('/posts/:postId/comments', (req, res) => res.status(201).json({ comment: { id: 2, post: { id: 1 } } }));
    app.put('/comments/:id', (req, res) => res.json({ comment: { id: 2, post: { id: 1 } } }));
    app.post('/posts/:postId/likes', (req, res) => res.status(201).json({ post: { id: 1 }, count: 3 }));
    app.delete('/likes/:id', (req, res) => res.sendStatus(204));
    app.post('/tags', (req, res) => res.status(201).json({ id: 3, name: req.body.name }));
    app.post('/admin/tags', (req, res) => res.status(201).json({ id: 4, name: req.body.name }));
    app.post('/pins', (req, res) => { if (typeof req.body.tagId !== 'number') return res.sendStatus(400); return res.sendStatus(204); });
    app.put('/profiles/:id', (req, res) => res.json({ id: 1 }));
    app.get('/profiles/:id', (req, res) => res.json({ id: 1 }));`,
    gives: {
      'POST /posts id': 'post',
      'GET /posts/:id id': 'post',
      'POST /posts/:postId/comments comment.id': 'comment',
      'PUT /comments/:id comment.id': 'comment',
      'POST /posts/:postId/comments comment.post.id': 'post',
      'PUT /comments/:id comment.post.id': 'post',
      'POST /posts/:postId/likes post.id': 'post',
      'POST /tags id': 'tag',
      'POST /admin/tags id': 'admin tag',
      'PUT /profiles/:id id': 'profile',
      'GET /profiles/:id id': 'profile',
    },
    wants: {
      'GET /posts/:id path:id': 'post',
      'POST /posts/:postId/comments path:postId': 'post',
      'PUT /comments/:id path:id': 'comment',
      'POST /posts/:postId/likes path:postId': 'post',
      'DELETE /likes/:id path:id': 'like',
      'POST /pins body:tagId': null,
      'PUT /profiles/:id path:id': null,
      'GET /profiles/:id path:id': null,
    },
  },
  {
    title: 'a store of plates: the client chooses names, one router stands at two paths',
    source: `
    const plates = express.Router({ mergeParams: true });
    plates.post('/', (req, res) => res.status(201).json({ id: 1, shelf: req.params.shelfId }));
    plates.get('/:id', (req, res) => res.json({ id: 1 }));
    app.post('/shelves', (req, res) => res.status(201).json({ id: 1 }));
    app.use('/shelves/:shelfId/plates', plates);
    app.use('/plates', plates);
    app.put('/labels/:name', (req, res) => res.status(201).json({ name: req.params.name }));
    app.get('/labels/:name', (req, res) => res.json({ name: req.params.name }));
    app.get('/labels/:name/print', (req, res) => res.json({ printed: true }));
    app.get('/stock', (req, res) => res.json({ shelf: req.get('X-Shelf-Id') }));`,
    gives: {
      'POST /shelves/:shelfId/plates id': 'plate',
      'GET /shelves/:shelfId/plates/:id id': 'plate',
      'GET /plates/:id id': 'plate',
      'POST /shelves id': 'shelf',
      'POST /shelves/:shelfId/plates shelf': 'shelf',
      'PUT /labels/:name name': 'label',
      'GET /labels/:name name': 'label',
    },
    wants: {
      'POST /shelves/:shelfId/plates path:shelfId': 'shelf',
      'GET /shelves/:shelfId/plates/:id path:shelfId': 'shelf',
      'GET /shelves/:shelfId/plates/:id path:id': 'plate',
      'GET /plates/:id path:id': 'plate',
      'GET /labels/:name path:name': 'label',
      'GET /labels/:name/print path:name': 'label',
      'PUT /labels/:name path:name': null,
      'GET /stock header:x-shelf-id': 'shelf',
    },
  },
  {
    title: 'a carrier: identifiers that are answered and never made',
    packages: { mongoose: '^8.0.0' },
    source: `
    const mongoose = require('mongoose');
    const User = mongoose.model('User', new mongoose.Schema({ username: String }));
    app.post('/users', async (req, res) => { const made = await User.create({ username: req.body.username }); res.status(201).json({ username: made.username }); });
    app.get('/profiles/:username', async (req, res) => { const found = await User.findOne({ username: req.params.username }); res.json({ username: found.username }); });
    app.post('/parcels', (req, res) => res.status(201).json({ parcel: { id: 1, trackingNumber: Math.random().toString(36) }, customerId: req.body.customerId }));
    app.get('/track/:trackingNumber', (req, res) => res.json({ at: 'depot' }));
    app.get('/parcels/:id/label', (req, res) => res.sendFile(req.params.id));
    app.get('/bills/:customerId', (req, res) => res.json({ total: 1 }));`,
    gives: {
      'POST /users username': 'user',
      'GET /profiles/:username username': 'user',
      'POST /parcels parcel.id': 'parcel',
      'POST /parcels parcel.trackingNumber': 'tracking',
    },
    wants: {
      'GET /profiles/:username path:username': 'user',
      'GET /track/:trackingNumber path:trackingNumber': 'tracking',
      'GET /parcels/:id/label path:id': 'parcel',
      'GET /bills/:customerId path:customerId': null,
    },
  },
];
