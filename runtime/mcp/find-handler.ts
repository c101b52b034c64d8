import type { Endpoint } from '../../schemas/index.js';
import { confinePath } from '../project/confine-path.js';
import { sourceFrame } from '../project/source-frame.js';
import { compileProject } from './compile-project.js';
import { endpointInSet } from '../project/endpoint-in-set.js';
import type { Session } from './session.js';
import type { Call } from './tool.js';

const MOST_LINES = 120;

/** The source of an endpoint's handler, found by compiling; the lines around the registration where it has no body of its own. */
export async function findHandler(session: Session, endpoint: Endpoint, call: Call): Promise<object> {
  const { endpointSet } = await compileProject(session, call);
  const found = endpointInSet(endpointSet, endpoint);
  const handler = endpointSet.program.handlers.find((one) => one.id === found?.handler);
  if (handler && 'file' in handler.place) {
    const { file, line, column } = handler.place;
    const body = await session.compiler.functionText(confinePath(session.root, file), line, column);
    if (body) return { at: `${file}:${body.line}`, ...firstLines(body.text) };
  }
  const { source } = endpoint;
  const frame = source ? sourceFrame(session.root, source.file, source.line, undefined, 10) : null;
  if (source && frame)
    return {
      at: `${source.file}:${frame.lines[0]!.number}`,
      text: frame.lines.map((line) => line.text).join('\n'),
      note: 'The body of the handler was not found; this is where the endpoint is registered.',
    };
  return {
    note: 'The source was not found: the file has changed since the scan, or the endpoint was added by hand. tool_scan brings the model up to date.',
  };
}

function firstLines(text: string): object {
  const lines = text.split('\n');
  return lines.length <= MOST_LINES
    ? { text }
    : { text: lines.slice(0, MOST_LINES).join('\n'), note: `${lines.length - MOST_LINES} more lines: open the file` };
}
