import type { PlacedFinding } from './placed-finding.js';

/**
 * Findings as SARIF 2.1.0, which code scanning services read.
 * @param prefix path from the root of the repository to the project, `''` or ending with a slash
 */
export function toSarif(findings: readonly PlacedFinding[], version: string, prefix: string): object {
  const rules = [...new Set(findings.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'tool', version, rules: rules.map((id) => ({ id, shortDescription: { text: id.replaceAll('-', ' ') } })) },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map(({ code, severity, file, line, column, message, help }) => ({
          ruleId: code,
          ruleIndex: rules.indexOf(code),
          level: severity,
          message: { text: help === undefined ? message : `${message} ${help}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: (prefix + file).split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
                region: { startLine: line, startColumn: column },
              },
            },
          ],
        })),
      },
    ],
  };
}
