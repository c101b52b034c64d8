import { readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { isMissing, JsonSyntaxError, parseJson, UsageError } from '../store/index.js';

export type DataRow = Readonly<Record<string, unknown>>;

/**
 * Rows of a data file: CSV with a head line, or a JSON list of objects. Cells of CSV are texts; JSON values keep their types.
 * @throws UsageError
 */
export async function loadData(named: string, workingDirectory: string): Promise<DataRow[]> {
  const file = resolve(workingDirectory, named);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError({
      what: `The data file ${named} ${isMissing(error) ? 'does not exist' : `cannot be read: ${error instanceof Error ? error.message : String(error)}`}.`,
      why: '',
      help: 'Check the path after --data.',
    });
  }
  const rows = extname(file).toLowerCase() === '.json' ? jsonRows(text, named) : await csvRows(text, named);
  if (rows.length === 0)
    throw new UsageError({
      what: `The data file ${named} has no rows.`,
      why: 'The workflow would never run.',
      help: 'Add a row for each round.',
    });
  return rows;
}

function jsonRows(text: string, named: string): DataRow[] {
  let value: unknown;
  try {
    value = parseJson(text).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new UsageError({
      what: `${named}:${error.position.line}:${error.position.column} is not valid JSON: ${error.message}.`,
      why: '',
      help: 'Correct the file.',
    });
  }
  if (!Array.isArray(value) || value.some((row) => typeof row !== 'object' || row === null || Array.isArray(row))) {
    throw new UsageError({
      what: `${named} is no list of objects.`,
      why: '',
      help: 'Write [{"email": "a@example.com"}, {"email": "b@example.com"}].',
    });
  }
  return value as DataRow[];
}

async function csvRows(text: string, named: string): Promise<DataRow[]> {
  const { parse, CsvError } = await import('csv-parse/sync');
  try {
    return parse<DataRow>(text, { columns: true, bom: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UsageError({
      what: `${named} is not valid CSV: ${error.message}.`,
      why: '',
      help: 'The first line names the columns; every other line has as many cells.',
    });
  }
}
