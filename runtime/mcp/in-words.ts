import type { Session } from './session.js';

/** What does the same as a tool that is not offered. */
const INSTEAD: Readonly<Record<string, string>> = {
  tool_scan: '`tool scan` in a terminal',
  tool_run_workflow: '`tool simulate workflow` in a terminal',
  tool_test_endpoint: '`tool simulate endpoint` in a terminal',
  tool_edit_model: 'an edit of .tool/model.json',
  tool_create_workflow: 'a file in .tool/workflows',
};
/** Members of answers that are our own words. */
const OURS: ReadonlySet<string> = new Set(['next', 'note', 'hint']);

/** A text of ours that names tools. Where a session offers only those that read, it names what does the same as the others. */
export const inWords = (session: Session, text: string): string =>
  session.options.readOnly ? text.replace(/tool_\w+/g, (name) => INSTEAD[name] ?? name) : text;

/** The same for all texts of ours in a document. */
export const worded = (session: Session, document: object): object =>
  session.options.readOnly
    ? (JSON.parse(JSON.stringify(document), (key, value: unknown) =>
        OURS.has(key) && typeof value === 'string' ? inWords(session, value) : value,
      ) as object)
    : document;
