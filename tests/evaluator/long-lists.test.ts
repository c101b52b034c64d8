import { expect, test } from '@jest/globals';
import type { Value } from '@tool/scanner-sdk';
import { ABSENT, constant, lacksSome, oneOf } from '../../compiler/evaluator/values/values.js';
import { scanMini } from '../support/mini-project.js';

test('the length of a long list that grows is asked for again and again in time that grows with the list', () => {
  let asked = 0;
  const plain = constant('berth');
  const counted = {
    get kind() {
      asked++;
      return plain.kind;
    },
    value: 'berth',
  } as unknown as Value;
  const elements: Value[] = [];
  for (let index = 0; index < 2_000; index++) {
    elements.push(counted);
    expect(lacksSome(elements)).toBe(false);
  }
  expect(asked).toBeLessThan(4_000);
  elements.push(oneOf([ABSENT, plain], 'a condition'));
  expect(lacksSome(elements)).toBe(true);
});

/** What only some configurations put into a list that was whole when its length was asked for: its length is not known any more. */
test.each([
  ['behind what was taken from its end', 'berths.pop(); berths.push(...rented);', 40],
  ['behind what was taken from its start', 'berths.shift(); berths.push(...rented);', 40],
  ['in place of what was cut off', 'berths.length = 39; berths.push(...rented);', 40],
  ['between its elements', 'berths.splice(10, 1, ...rented);', 40],
  ['nothing', 'berths.pop();', 39],
])('%s', async (what, change, length) => {
  const scan = await scanMini({
    'index.js': `
      const express = require('express');
      const harbour = express();
      const berths = Array.from({ length: 40 }, (_, index) => 'berth ' + index);
      const rented = ['north'].filter((name) => process.env[name]);
      if (berths.length === 40) harbour.get('/whole', function whole(req, res) { res.end(); });
      ${change}
      if (berths.length === ${length}) harbour.get('/full', function full(req, res) { res.end(); });
      harbour.listen(1);`,
  });
  expect(scan.routes).toEqual([what === 'nothing' ? 'GET /full [] full' : 'GET /full? [] full', 'GET /whole [] whole']);
});
