import { columns, count } from '../columns.js';
import { defineCommand } from '../command.js';
import { UsageError } from '../usage-error.js';

const SHOWN = 50;

export const activityList = defineCommand({
  path: ['activity', 'list'],
  summary: 'List what scans added, removed and changed, newest last',
  options: { limit: { type: 'string', value: '<number>', description: `How many records to show; default: ${SHOWN}` } },
  examples: [
    ['tool activity list', `The last ${SHOWN} records`],
    ['tool activity list --limit 5 --json', 'The last five as one JSON document'],
  ],
  output: 'activity-list',
  async run(context, input) {
    const wanted = input.string('limit');
    const limit = wanted === undefined ? SHOWN : Number(wanted);
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError(`"${wanted}" is not a number of records.`, 'Give a whole number above zero: tool activity list --limit 20');
    const { readActivity } = await import('../../store/index.js');
    const { records: all, damaged } = readActivity(context.root);
    const records = all.slice(-limit);
    return {
      kind: 'data',
      document: { total: all.length, records },
      ...(damaged.length > 0 ? { messages: (style) => `${style.yellow('warning:')} ${count(damaged.length, 'line')} of .tool/activity/activity.ndjson cannot be read and ${damaged.length === 1 ? 'is' : 'are'} skipped (line ${damaged.map(({ line }) => line).join(', ')}).` } : {}),
      text: (style) => {
        if (all.length === 0) return 'No activity yet. `tool scan` records the endpoints it adds, removes and changes.';
        const table = columns(records.map((record) => [record.ts, record.kind.replace('endpoint_', ''), record.endpoint, record.detail ? JSON.stringify(record.detail) : '']));
        return records.length < all.length ? `${table}\n${style.dim(`the last ${count(records.length, 'record')} of ${all.length}; --limit <number> for more`)}` : table;
      },
    };
  },
});
