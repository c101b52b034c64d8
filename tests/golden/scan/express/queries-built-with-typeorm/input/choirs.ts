import express from 'express';
import { Brackets, DataSource, In, Repository, SelectQueryBuilder, getRepository } from 'typeorm';
import { paginate } from 'nestjs-typeorm-paginate';
import { Choir, Singer, Song } from './entities';

const source = new DataSource({ type: 'postgres', entities: [Choir, Singer, Song] });
const choirs = source.getRepository(Choir);
const singers = source.getRepository(Singer);
const app = express();
app.use(express.json());

// Columns are named before the alias is there.
app.get('/choirs', async (_req, res) => {
  res.json(await choirs.createQueryBuilder('choir').select(['choir.id', 'choir.name', 'singer.name']).leftJoin('choir.singers', 'singer').getMany());
});
// Records in records, by the alias of the one in between.
app.get('/choirs/:id', async (req, res) => {
  const choir = await getRepository(Choir)
    .createQueryBuilder('c')
    .leftJoinAndSelect('c.singers', 's')
    .leftJoinAndSelect('s.solos', 'song')
    .where('c.id = :id', { id: req.params.id })
    .getOne();
  if (!choir) return res.sendStatus(404);
  res.json(choir);
});
// A builder brings no eager relations; a join alone brings nothing.
app.get('/plain', async (_req, res) => {
  res.json(await choirs.createQueryBuilder('choir').leftJoin('choir.singers', 'singer').where('singer.age > 40').getMany());
});
// What queries leave out comes when it is named.
app.get('/accounts', async (_req, res) => {
  res.json(await choirs.createQueryBuilder('choir').addSelect('choir.account').getMany());
});
// The later selection counts.
app.get('/towns', async (_req, res) => {
  res.json(await choirs.createQueryBuilder('choir').leftJoinAndSelect('choir.singers', 'singer').select('choir.town').getMany());
});
app.get('/singers', async (req, res) => {
  const query = singers.createQueryBuilder('singer').innerJoinAndSelect('singer.choir', 'choir');
  if (req.query.voice) query.andWhere('singer.voice_part = :voice').setParameter('voice', req.query.voice);
  query.andWhere(new Brackets((some) => some.where('choir.town = :town', { town: req.query.town }).orWhere('singer.age IN (:...ages)', { ages: req.query.ages }).orWhere({ age: In(req.query.years) })));
  const [items, total] = await query.take(10).getManyAndCount();
  res.json({ items, total });
});
// Whoever counts is given a builder, or all there are.
async function pageOf(asked: Repository<Choir> | SelectQueryBuilder<Choir>) {
  const items = asked instanceof SelectQueryBuilder ? await asked.skip(10).take(10).getMany() : await asked.find({ take: 10 });
  const total = asked instanceof SelectQueryBuilder ? await asked.getCount() : await asked.count();
  return { items, total, pages: Math.ceil(total / 10) };
}
app.get('/settled', async (_req, res) => {
  res.json(await pageOf(choirs.createQueryBuilder('choir').where('choir.town IS NOT NULL')));
});
// Rows have the names that the query gives them.
app.get('/statistics', async (_req, res) => {
  res.json(
    await singers
      .createQueryBuilder('singer')
      .select('singer.voice_part', 'voice')
      .addSelect('COUNT(*)', 'heads')
      .addSelect('MAX(singer.age) AS oldest')
      .addSelect('singer.age')
      .groupBy('singer.voice_part')
      .getRawMany(),
  );
});
app.get('/heads', async (_req, res) => {
  const { heads } = await singers.createQueryBuilder('singer').select('COUNT(*)', 'heads').getRawOne();
  res.json({ heads });
});
// Members that no column has.
app.get('/led', async (_req, res) => {
  res.json(
    await choirs
      .createQueryBuilder('choir')
      .leftJoinAndMapOne('choir.leader', 'choir.singers', 'leader', 'leader.age > 60')
      .leftJoinAndMapMany('choir.guests', Singer, 'guest', 'guest.choir_id <> choir.id')
      .loadRelationCountAndMap('choir.singerCount', 'choir.singers')
      .getMany(),
  );
});
app.get('/songs', async (_req, res) => {
  res.json(await source.createQueryBuilder().select('song').from(Song, 'song').getMany());
});
app.post('/choirs', async (req, res) => {
  const made = await source.createQueryBuilder().insert().into(Choir).values({ name: req.body.name, town: req.body.town }).execute();
  res.status(201).json({ id: made.identifiers[0].id });
});
app.put('/singers/:id', async (req, res) => {
  const changed = await singers.createQueryBuilder().update().set({ name: req.body.name, age: req.body.age }).where('id = :id', { id: req.params.id }).execute();
  if (changed.affected === 0) return res.sendStatus(404);
  res.json({ affected: changed.affected });
});
app.delete('/singers/:id', async (req, res) => {
  await singers.createQueryBuilder().delete().from(Singer).where('id = :id', { id: req.params.id }).execute();
  res.sendStatus(204);
});
app.get('/pages', async (req, res) => {
  res.json(await paginate(singers.createQueryBuilder('s').select(['s.id', 's.name']), { page: Number(req.query.page), limit: 20 }));
});
app.get('/copies', async (_req, res) => {
  const all = singers.createQueryBuilder('s');
  const named = all.clone().select('s.name');
  res.json({ all: await all.getMany(), named: await named.getMany() });
});
// Which columns these are, nobody knows: nothing is said of them.
app.get('/any', async (req, res) => {
  res.json(await choirs.createQueryBuilder('choir').select(req.query.columns).getMany());
});
// A table that is no entity.
app.get('/foreign', async (_req, res) => {
  res.json(await source.createQueryBuilder().select('x').from('ledger', 'x').getMany());
});
// Queries within this one leave it as it is; what is said of it in statements of their own stays said.
app.get('/inner', async (req, res) => {
  const query = singers.createQueryBuilder('s');
  query.leftJoinAndSelect('s.choir', 'choir').where(
    's.id IN ' +
      query
        .subQuery()
        .select('song.soloistId')
        .from(Song, 'song')
        .where('song.minutes > :minutes')
        .getQuery(),
  );
  query.setParameter('minutes', req.query.minutes);
  if (req.query.voice) query.andWhere('s.voice = :voice', { voice: req.query.voice });
  const [items, total] = await query.getManyAndCount();
  res.json({ items, total });
});
app.get('/within', async (_req, res) => {
  const found = await singers
    .createQueryBuilder('s')
    .where((query) => `s.choirId IN ${query.subQuery().select('c.id').from(Choir, 'c').getQuery()}`)
    .getMany();
  res.json(found);
});
app.get('/beside', async (_req, res) => {
  const songs = source.createQueryBuilder(Song, 'song').select('song.title');
  const other = songs.createQueryBuilder().select('c.name').from(Choir, 'c');
  res.json({ songs: await songs.getMany(), other: await other.getMany() });
});

source.initialize().then(() => app.listen(3000));
