import type { Diagnostic, Loss } from '@tool/ir';

const LOSS_ORDER: readonly Loss[] = ['dropped', 'partial', 'approximate', 'none'];
const SEVERITY_ORDER: readonly Diagnostic['severity'][] = ['error', 'warning', 'info'];

/** What is missing from the model first, then by severity; otherwise in the order in which they were reported. */
export const byWeight = (a: Diagnostic, b: Diagnostic): number =>
  LOSS_ORDER.indexOf(a.loss) - LOSS_ORDER.indexOf(b.loss) || SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity);

/** Number of diagnostics of each loss other than `none`; kinds without one are absent. */
export function lossTotals(diagnostics: readonly Diagnostic[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const loss of LOSS_ORDER) {
    const number = diagnostics.filter((diagnostic) => diagnostic.loss === loss).length;
    if (loss !== 'none' && number > 0) totals[loss] = number;
  }
  return totals;
}
