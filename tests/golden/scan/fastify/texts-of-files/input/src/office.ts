// What a bundler is asked to give as a text is the text of the file, of whatever kind it is.
import Fastify from 'fastify';
import parcel from '../letters/parcel.first.md?raw';
import prefix from '@letters/prefix.txt?raw';
import table from '/letters/table.csv?inline&raw';
import * as whole from '../letters/prefix.txt?raw';
import stamps from './stamps.ts?raw';
// Files that are nothing but text are given as that without asking.
import query from '../letters/stamps.sql';
import script from '../letters/take.lua' with { type: 'text' };
import stampsRun from './stamps.js?v=2';
import { default as lost } from '../letters/lost.md?raw'; //~ evaluator/missing-module
import gone from '../letters/gone.sql'; //~ evaluator/missing-module

const post = Fastify();
post.get(`${prefix}/letters`, async () => ({ text: parcel.replace('{{name}}', 'Ada'), lines: table.split('\n') }));
post.get(`${whole.default}/whole`, async () => ({ stamps: stamps.length, run: stampsRun }));
post.get(`${prefix}/queries`, async () => ({ query, steps: script.split(' ').length, isRead: query.startsWith('SELECT') }));
const letter = { lost, gone };
post.get('/lost', async () => letter);
post.get('/later', async () => ({ text: (await import('../letters/parcel.first.md?raw')).default }));
post.listen({ port: 4800 });
