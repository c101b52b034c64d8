import { columns, count } from '../columns.js';
import { defineCommand } from '../command.js';
import { UsageError } from '../../project/usage-error.js';

const SHOWN = 50;

export const activityList = defineCommand({
  path: ['activity', 'list'],
  summary: 'List what scans added, removed and changed, newest last',
  options: {
    limit: { type: 'string', value: '<number>', description: `How many records to show; default: ${SHOWN}` },
    since: {
      type: 'string',
      value: '<time>',
      description: 'Only what happened since then: 2026-01-31, 2026-01-31T12:00Z, or 30m, 12h, 7d, 2w ago',
    },
  },
  examples: [
    ['tool activity list', `The last ${SHOWN} records`],
    ['tool activity list --limit 5 --json', 'The last five as one JSON document'],
  ],
  output: 'activity-list',
  async run(context, input) {
    const wanted = input.string('limit');
    const limit = wanted === undefined ? SHOWN : Number(wanted);
    if (!Number.isInteger(limit) || limit < 1)
      throw new UsageError(`"${wanted}" is not a number of records.`, 'Give a whole number above zero: tool activity list --limit 20');
    const given = input.string('since');
    const since = given === undefined ? undefined : timeOf(given, Date.now());
    const { readActivity } = await import('../../store/index.js');
    const { records: stream, damaged } = readActivity(context.root);
    const all = since === undefined ? stream : stream.filter(({ ts }) => Date.parse(ts) >= since);
    const records = all.slice(-limit);
    return {
      kind: 'data',
      document: { total: all.length, records },
      ...(damaged.length > 0
        ? {
            messages: (style) =>
              `${style.yellow('warning:')} ${count(damaged.length, 'line')} of .tool/activity/activity.ndjson cannot be read and ${damaged.length === 1 ? 'is' : 'are'} skipped (line ${damaged.map(({ line }) => line).join(', ')}).`,
          }
        : {}),
      text: (style) => {
        if (stream.length > 0 && all.length === 0) return `Nothing since ${given}.`;
        if (all.length === 0) return 'No activity yet. `tool scan` records the endpoints it adds, removes and changes.';
        const table = columns(
          records.map((record) => [record.ts, record.kind.replace('endpoint_', ''), record.endpoint, detailOf(record.detail)]),
        );
        return records.length < all.length
          ? `${table}\n${style.dim(`the last ${count(records.length, 'record')} of ${all.length}; --limit <number> for more`)}`
          : table;
      },
    };
  },
});

/** The fields that changed; whatever else an activity record may say, as it is. */
function detailOf(detail: Readonly<Record<string, unknown>> | undefined): string {
  if (detail === undefined) return '';
  const { fields, ...rest } = detail;
  return [Array.isArray(fields) ? fields.join(', ') : '', Object.keys(rest).length > 0 ? JSON.stringify(rest) : '']
    .filter(Boolean)
    .join('  ');
}

const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: 60 * MINUTE, d: 1440 * MINUTE, w: 10_080 * MINUTE };

/** Milliseconds since the epoch. A date without a time begins at midnight UTC, as the times of the records are. */
function timeOf(given: string, now: number): number {
  const ago = /^(\d{1,6})([mhdw])$/.exec(given);
  if (ago) return now - Number(ago[1]) * UNITS[ago[2]!]!;
  const time = /^\d{4}-\d{2}-\d{2}/.test(given) ? Date.parse(given) : Number.NaN;
  if (Number.isNaN(time))
    throw new UsageError(
      `"${given}" is no time.`,
      'Give a date (2026-01-31), a time (2026-01-31T12:00Z), or how long ago (30m, 12h, 7d, 2w).',
    );
  return time;
}
