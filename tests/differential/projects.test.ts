import { expect, test } from '@jest/globals';
import { runScript } from './child.js';

test('the scanner and real Express agree on every hand-written project', async () => {
  const { code, output, errors } = await runScript('projects-main', []);
  if (code !== 0) throw new Error(output + errors);
  const [, agreed, all] = /(\d+) of (\d+) projects agree/.exec(output)!;
  expect(agreed).toBe(all);
  expect(Number(all)).toBeGreaterThanOrEqual(120);
}, 600_000);
