import type { Severity, Loss, Diagnostic } from '../diagnostic.js';
import type { DiagnosticId } from '../nodes/ids.js';
import { readString, type Lines } from './lines.js';
import { place } from './parse-path.js';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];
const LOSSES: readonly Loss[] = ['none', 'approximate', 'partial', 'dropped'];

export const readDiagnostics = (lines: Lines): Diagnostic[] =>
  lines.all('diagnostic', (cursor) => {
    const id = cursor.word<DiagnosticId>();
    const severity = cursor.oneOf(SEVERITIES);
    const code = cursor.word();
    if (!cursor.keyword('loss')) cursor.fail('"loss"');
    const loss = cursor.oneOf(LOSSES);
    const at = place(cursor);
    cursor.end();
    const message = readString(lines.required('message'));
    const related = lines.all('related', (line) => {
      const entry = { place: place(line), message: line.string() };
      line.end();
      return entry;
    });
    const help = lines.optional('help');
    return { id, code, severity, message, place: at, related, ...(help ? { help: readString(help) } : {}), loss };
  });
