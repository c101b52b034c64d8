export interface Verdict { valid: boolean; message: string }

export function checkGrain(grain: any): Verdict {
  const verdict: Verdict = { valid: true, message: '' };
  if (!grain.kind) { verdict.valid = false; verdict.message = 'Which grain?'; }
  if (!grain.sacks) { verdict.valid = false; verdict.message = 'How much?'; }
  return verdict;
}
export function isComplete(order: any): boolean {
  if (!order.customer) return false;
  if (!order.flour) return false;
  return true;
}
