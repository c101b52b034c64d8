import { isSecretName, MASK } from '../store/index.js';

/** Fields of a descriptor that hold values, not what is known of values. */
const VALUES: ReadonlySet<string> = new Set(['example', 'default', 'enum']);

/**
 * A copy of a part of the model with the values of secret fields masked. What the model says *about* a password (its type, its bounds) stays:
 * a reviewer has to see it.
 */
export function maskEvidence(value: unknown, secret = false): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => maskEvidence(element, secret));
  if (typeof value !== 'object' || value === null) return value;
  const own = secret || ('name' in value && typeof value.name === 'string' && isSecretName(value.name));
  return Object.fromEntries(
    Object.entries(value).map(([key, child]: [string, unknown]) => [
      key,
      own && VALUES.has(key) ? MASK : maskEvidence(child, isSecretName(key) || (own && !('fields' in value))),
    ]),
  );
}
