import type { Reporter } from '../reporter.js';
import { failureText } from '../failure-text.js';

/** Commands that GitHub Actions shows as annotations, at the workflow file. */
export const github: Reporter = {
  name: 'github',
  description: 'annotations in GitHub Actions',
  extension: 'txt',
  render(run) {
    const lines: string[] = [];
    for (const group of run.groups) {
      const place = group.file === undefined ? '' : `file=${property(group.file)},`;
      const name = group.iteration === undefined ? group.name : `${group.name} (round ${group.iteration})`;
      for (const check of group.checks) {
        if (check.verdict === 'failed')
          lines.push(`::error ${place}title=${property(`${name}: ${check.name}`)}::${data(failureText(check))}`);
        for (const warning of check.warnings) lines.push(`::warning ${place}title=${property(`${name}: ${check.name}`)}::${data(warning)}`);
      }
    }
    for (const { message } of run.failures) lines.push(`::error title=${property('limits of the run')}::${data(message)}`);
    const { passed, failed, skipped } = run.counts;
    lines.push(
      `::notice title=${property(`tool simulate ${run.kind}`)}::${data(`${passed} passed, ${failed} failed, ${skipped} skipped, seed ${run.seed}`)}`,
    );
    return `${lines.join('\n')}\n`;
  },
};

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
