import type { Model } from '../../../schemas/index.js';
import { checks } from './checks/index.js';
import type { Finding, ValidationContext } from './finding.js';

/**
 * What is wrong with a model beyond its schema.
 * @param model valid against the schema
 * @returns in the order of the checks, and of the model
 */
export function validateModel(model: Model, context: ValidationContext): Finding[] {
  const findings: Finding[] = [];
  for (const check of checks)
    check(
      model,
      (finding) => {
        findings.push(finding);
      },
      context,
    );
  return findings;
}
