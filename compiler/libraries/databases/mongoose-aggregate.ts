import type { Shape } from '@tool/ir';
import { defineHostType, type Call, type HostType, type Transfer, type Value } from '@tool/scanner-sdk';
import { promised } from '../support/fallback.js';
import { pipelineShape, type Collections } from './support/pipeline.js';
import { typed } from './support/table.js';

/** Documents that come in, and what is known of other collections. */
export interface Source {
  readonly name: string;
  readonly document: Shape;
  readonly collections: Collections;
}
interface Aggregate {
  readonly source: Source;
  readonly stages: Value[];
}

const found = (call: Call, { source, stages }: Aggregate): Value => {
  const document = typed(call, pipelineShape(call, stages, source.document, source.collections), `what is made of ${source.name}`);
  return call.uniformList?.(document, true) ?? call.list([document]);
};

/** A stage by its method: `.match({…})` is `{ $match: {…} }`. */
const stage =
  (name: string): Transfer =>
  (call) => {
    const aggregate = call.data(call.receiver, aggregateType);
    const [first] = call.args;
    if (aggregate && first) aggregate.stages.push(call.record({ [`$${name}`]: first }));
    return call.receiver;
  };
const same: Transfer = (call) => call.receiver;
const settle =
  (run: (call: Call, rows: Value) => Value): Transfer =>
  (call) => {
    const aggregate = call.data(call.receiver, aggregateType);
    return aggregate ? run(call, found(call, aggregate)) : call.unknown('an aggregation');
  };

const aggregateType: HostType<Aggregate> = defineHostType<Aggregate>({
  name: 'Aggregate',
  inert: true,
  methods: {
    ...Object.fromEntries(
      [
        'match',
        'project',
        'group',
        'sort',
        'limit',
        'skip',
        'unwind',
        'lookup',
        'addFields',
        'count',
        'facet',
        'sample',
        'replaceRoot',
        'sortByCount',
        'unionWith',
        'redact',
        'geoNear',
      ].map((name) => [name === 'geoNear' ? 'near' : name, stage(name)]),
    ),
    append: (call) => {
      const aggregate = call.data(call.receiver, aggregateType);
      aggregate?.stages.push(...call.args.flatMap((arg) => call.elements(arg) ?? [arg]));
      return call.receiver;
    },
    ...Object.fromEntries(
      [
        'allowDiskUse',
        'option',
        'collation',
        'session',
        'read',
        'readConcern',
        'hint',
        'explain',
        'batchSize',
        'addCursorFlag',
        'maxTimeMS',
        'cursor',
        'stream',
      ].map((name) => [name, same]),
    ),
    exec: settle((call, rows) => {
      const callback = call.args.find((arg) => call.isFunction(arg));
      if (callback) call.invoke(callback, [call.unknown('an error'), rows]);
      return promised(call, rows);
    }),
    toArray: settle(promised),
    next: (call) => {
      const aggregate = call.data(call.receiver, aggregateType);
      return promised(
        call,
        aggregate
          ? (call.oneOf?.(
              [
                typed(call, pipelineShape(call, aggregate.stages, aggregate.source.document, aggregate.source.collections), 'a document'),
                call.const(null),
              ],
              'there is one more',
            ) ?? call.unknown('a document'))
          : call.unknown('a document'),
      );
    },
    then: (call) => {
      const aggregate = call.data(call.receiver, aggregateType);
      const [resolve] = call.args;
      return promised(
        call,
        aggregate && resolve && call.isFunction(resolve)
          ? call.awaited(call.invoke(resolve, [found(call, aggregate)]))
          : call.const(undefined),
      );
    },
    catch: settle(promised),
  },
  missing: () => undefined,
});

/** `aggregate([…])`, with the stages now or by methods later. `stated`: the stages to be told from here on, where the program says what those that are given make. */
export function aggregation(call: Call, source: Source, stated?: readonly Value[]): Value {
  const [given] = call.args;
  const stages = stated ?? (given && !call.isFunction(given) ? (call.elements(given) ?? [given]) : []);
  const made = call.host(aggregateType, { source, stages: [...stages] });
  const callback = call.args.find((arg) => call.isFunction(arg));
  if (callback) call.invoke(callback, [call.unknown('an error'), found(call, { source, stages: [...stages] })]);
  return made;
}

const IRREGULAR: Readonly<Record<string, string>> = {
  person: 'people',
  man: 'men',
  woman: 'women',
  child: 'children',
  media: 'media',
  news: 'news',
  series: 'series',
  information: 'information',
};

/** The collection that Mongoose keeps the documents of a model in, when nothing else is stated. */
export function collectionName(model: string): string {
  const name = model.toLowerCase();
  const last = /[a-z]+$/.exec(name)?.[0] ?? '';
  if (IRREGULAR[last] !== undefined) return name.slice(0, -last.length) + IRREGULAR[last];
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  if (/(?:ss|sh|ch|x|z)$/.test(name)) return `${name}es`;
  return /s$/.test(name) || /\d$/.test(name) ? name : `${name}s`;
}
