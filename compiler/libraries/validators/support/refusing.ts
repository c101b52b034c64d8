import { settledShape, type Call, type Condition, type Meaning, type Value } from '@tool/scanner-sdk';

/** A validation refuses a request, or lets it pass: which one, only run time knows. */
export function refusing(call: Call, refuse: () => void, pass: () => void): void {
  const verdict = call.oneOf?.([call.const(true), call.const(false)], 'the request passes the validators');
  if (!verdict || !call.either) pass();
  else call.either(verdict, (holds) => (holds ? pass() : refuse()));
}

/** What has to be so of one value of a request that a schema is asked about by itself: of more than that the schema says it in its own shape. */
export const demandOf = (call: Call, { shape, optional }: Meaning, value: Value): Condition | null =>
  value.kind === 'unknown' && value.trace && value.trace.path.length > 0
    ? { value, shape: settledShape(call, shape), required: !optional }
    : null;

/** What a schema says of a value: that it passes, or that it does not. What the program does then says whether the request needs one. */
export function judged(call: Call, meaning: Meaning, value: Value, passes: () => Value, fails: () => Value): Value {
  const demand = demandOf(call, meaning, value);
  const passed = passes();
  // A result that is false where the value passes is tested as it is.
  const isError = call.truthy(passed) === false;
  const test = demand && call.testFor?.(value, demand.shape, { ...demand, when: isError });
  const verdicts = [passed];
  const run = (holds: boolean): Value => {
    if (holds !== isError) return passed;
    const failed = fails();
    verdicts.push(failed);
    return failed;
  };
  if (test && call.either) call.either(test, run);
  else run(isError);
  const verdict = call.oneOf?.(verdicts, 'the value passes the schema') ?? passed;
  return isError && test?.kind === 'unknown' && test.tested && verdict.kind === 'oneOf' ? { ...verdict, tested: test.tested } : verdict;
}
