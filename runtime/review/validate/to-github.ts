import type { PlacedFinding } from './placed-finding.js';

/**
 * Findings as workflow commands of GitHub Actions: it shows them beside the lines of a pull request.
 * @param prefix path from the root of the repository to the project, `''` or ending with a slash
 */
export const toGithub = (findings: readonly PlacedFinding[], prefix: string): string =>
  findings
    .map(
      ({ code, severity, file, line, column, message, help }) =>
        `::${severity} file=${property(prefix + file)},line=${line},col=${column},title=${property(code)}::${data(help === undefined ? message : `${message} ${help}`)}`,
    )
    .join('\n');

/** A line that began with `::` inside a message would be a command of its own. */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
