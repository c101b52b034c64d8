import { fileName } from './file-name.js';

/**
 * Which file of `paths/` each path belongs to. A file holds one resource: `/api/users/:id/posts` is in `users`, not in `api`.
 *
 * A leading segment names no resource when it is a usual prefix (`api`, `v2`), or when it only groups others: at least two
 * segments with two or more endpoints each lie right below it, and no `/:parameter` does, as it would below a resource.
 * Whether a segment groups depends on what is below that segment alone, so a new endpoint elsewhere moves no other into
 * another file.
 * @returns the name of the file without folder and extension; different resources may share one
 */
export function resourceOf(paths: readonly string[]): (path: string) => string {
  const root = newSegment();
  for (const path of paths) {
    let segment = root;
    segment.endpoints++;
    for (const part of partsOf(path)) {
      segment = child(segment, part);
      segment.endpoints++;
    }
  }
  return (path) => {
    const names: string[] = [];
    let segment: Segment | undefined = root;
    for (const part of partsOf(path)) {
      segment = segment?.children.get(part);
      if (isParameter(part)) continue;
      names.push(part);
      if (!isPrefix(part, segment)) return fileName(names);
    }
    return fileName(names);
  };
}

interface Segment {
  /** Endpoints at this segment and below. */
  endpoints: number;
  readonly children: Map<string, Segment>;
}

const newSegment = (): Segment => ({ endpoints: 0, children: new Map() });

function child(segment: Segment, part: string): Segment {
  const known = segment.children.get(part) ?? newSegment();
  segment.children.set(part, known);
  return known;
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

const isParameter = (part: string): boolean => part.startsWith(':') || part.startsWith('*');

const USUAL_PREFIX = /^(?:api|apis|rest|v\d+(?:[._-]?\w+)?)$/i;

function isPrefix(part: string, segment: Segment | undefined): boolean {
  if (USUAL_PREFIX.test(part)) return true;
  const below = [...(segment?.children ?? [])];
  return !below.some(([name]) => isParameter(name)) && below.filter(([, { endpoints }]) => endpoints >= 2).length >= 2;
}
