import { expect, test } from '@jest/globals';
import type { Diagnostic } from '@tool/ir';
import { groupDiagnostics } from '../../runtime/cli/print-diagnostic.js';

type Printed = Omit<Diagnostic, 'id'>;
const at = (line: number, message: string, file = 'pier.js'): Printed =>
  ({
    code: 'project/unknown-path',
    severity: 'warning',
    message,
    loss: 'dropped',
    place: { file, line, column: 1 },
    related: [],
  }) as unknown as Printed;

test('one cause at many places is said once, with the places', () => {
  const printed = groupDiagnostics([
    at(1, 'No base.'),
    at(2, 'No base.'),
    at(9, 'No name.'),
    at(3, 'No base.'),
    at(4, 'No base.', 'quay.js'),
  ]);
  expect(printed.map(({ message }) => message)).toEqual(['No base. So at 3 more places: pier.js:2, pier.js:3, quay.js:4', 'No name.']);
  expect(printed[0]!.place).toEqual({ file: 'pier.js', line: 1, column: 1 });
});

test('many places are counted, and the same place is not named again', () => {
  expect(groupDiagnostics([1, 2, 3, 4, 5, 6, 7, 8].map((line) => at(line, 'No base.')))[0]!.message).toBe(
    'No base. So at 7 more places: pier.js:2, pier.js:3, pier.js:4, pier.js:5, pier.js:6 …',
  );
  expect(groupDiagnostics([at(1, 'Twice.'), at(1, 'Twice.'), at(1, 'Twice.')])[0]!.message).toBe('Twice. (3 times)');
});

test('what points elsewhere is another one', () => {
  const related = [{ message: 'answers first', place: { file: 'quay.js', line: 7, column: 1 } }];
  expect(groupDiagnostics([at(1, 'Twice.'), { ...at(2, 'Twice.'), related }])).toHaveLength(2);
});
