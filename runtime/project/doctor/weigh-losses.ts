import type { Diagnostic } from '@tool/ir';
import { count } from '../count.js';
import { lossTotals } from '../weigh-diagnostics.js';
import { ok, warning, type Check } from './check.js';

/** What is missing from the model because the source could not be followed. */
export function weigh(diagnostics: readonly Diagnostic[]): Check {
  const totals = Object.entries(lossTotals([...diagnostics]));
  const total = totals.reduce((sum, [, number]) => sum + number, 0);
  return total === 0
    ? ok('losses', 'everything that is registered could be resolved')
    : warning(
        'losses',
        `${count(total, 'place')} could not be resolved, or not exactly (${totals.map(([kind, number]) => `${number} ${kind}`).join(', ')}).`,
        'See `tool scan --verbose`: each has a reason and what to do.',
      );
}
