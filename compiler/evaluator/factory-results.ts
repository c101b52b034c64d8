import type { Provenance, Unknown } from '@tool/scanner-sdk';
import { isTested } from './syntax.js';
import { Site } from './values.js';

/** The call stands where its truth is asked for (`if (hidden(file))`, `!hidden(file)`): whoever writes that takes both answers to be possible. */
export function isQuestion({ origin }: Unknown): boolean {
  return origin instanceof Site && isTested(origin.node);
}

/**
 * The result of a package's factory (`helmet()`, `rateLimit(…)`) is an object or a function. Calls that by their name ask a question
 * may answer anything.
 */
export function isFactoryResult(provenance: Provenance): boolean {
  if (!/^(?:new )?[\w$]+\(\)$/.test(provenance.path) || provenance.module.startsWith('node:')) return false;
  const name = provenance.path.startsWith('default') ? provenance.module.split('/').pop()! : provenance.path;
  return !/^(?:is|has|should|can|exists|get|find|includes|some|every|test|match|validate|check|equal|contains|ok|parse|load|read|env|which|detect|compare|semver|satisfies|starts|ends|any|matches|in|same)(?![a-z])|^(?:is|has)-/i.test(
    name,
  );
}

/** What a module has beside its other exports, and the result of a factory has not (`require(file).default || require(file)`). */
export const lacksDefault = (provenance: Provenance): boolean =>
  isFactoryResult(provenance) && !/require|import|load|interop/i.test(provenance.path);
