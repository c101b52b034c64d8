import os from 'node:os';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { serve } from '@hono/node-server';
import { hash, verify } from '@node-rs/argon2';
import Decimal from 'decimal.js';
import { DateTime } from 'luxon';
import moment from 'moment-timezone';
import { authenticator } from 'otplib';
import QRCode from 'qrcode';
import { chunk, groupBy, isEqual, mapValues, omit, pick, sumBy } from 'es-toolkit';
import { omit as without } from 'helper-fns';
import { Hono } from 'hono';
import * as radash from 'radash';
import { pick as only, sleep, tryit } from 'radash';

const jar = () => ({ id: 1, fruit: 'plum', secret: 'cellar' });
const app = new Hono();
app.get('/jars', (c) => c.json(omit(jar(), ['secret'])));
app.get('/picked', (c) => c.json(pick(jar(), ['id'])));
app.get('/grouped', (c) => c.json({ by: groupBy([jar()], (each) => each.fruit), total: sumBy([jar()], (each) => each.id), rows: chunk([1, 2, 3], 2) }));
app.get('/texts', (c) => c.json({ texts: mapValues(jar(), (each) => String(each)), same: isEqual(1, 2) }));
app.get('/radash', (c) => c.json({ only: only(jar(), ['fruit']), without: radash.omit(jar(), ['id']), get: radash.get(jar(), 'fruit') }));
app.get('/helper', (c) => c.json(without(jar(), ['secret'])));
// What is no function of lodash's, or another one of that name, gives nothing that is known.
app.get('/others', async (c) => {
  await sleep(10);
  const [problem, found] = await tryit(async () => jar())();
  return c.json({ problem, found, mapped: await radash.map([1], async (each) => ({ each })) });
});
// Texts, numbers and truth values.
app.get('/given', async (c) =>
  c.json({
    picture: await QRCode.toDataURL('jar'),
    secret: authenticator.generateSecret(),
    right: authenticator.check('1', '2'),
    sealed: await hash('jar'),
    opened: await verify('a', 'b'),
    link: await getSignedUrl(new S3Client({}), new GetObjectCommand({ Bucket: 'jars', Key: 'plum' })),
    weight: new Decimal(1).plus(2).toNumber(),
    shown: new Decimal(1).toFixed(2),
    day: DateTime.now().plus({ days: 1 }).toISODate(),
    at: DateTime.now().toMillis(),
    zone: moment().tz('Europe/Berlin').format(),
    free: os.freemem(),
    // What is no result of a call, or of a function that nobody lists, stays unknown.
    cpus: os.cpus(),
    interval: DateTime.now().diff(DateTime.now()),
  }),
);
serve(app);
