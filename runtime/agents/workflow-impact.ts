import type { Endpoint, Finding } from '../../schemas/index.js';
import { bySeverity, count, nameOf, type Agent, type ImportGraph } from './agent.js';
import { endpointsOfWorkflow } from './match-step.js';
import { unreadable } from './unreadable.js';

/** How a changed file has to do with an endpoint: the files from that of the route down to the changed one, or from the changed one to the route. */
export interface Reach {
  readonly changed: string;
  readonly via: readonly string[];
  readonly how: 'route' | 'middleware' | 'imported' | 'mounts';
}

export const workflowImpact: Agent = {
  name: 'workflow-impact',
  description: 'Which workflows the changed source files affect, through everything that their routes import',
  async run({ model, workflows, changes, imports }) {
    const [entries, { files, from }] = await Promise.all([workflows(), changes()]);
    const findings: Finding[] = [...unreadable(entries)];
    const changed = new Set(files);
    for (const { file } of entries) {
      if (changed.has(file))
        findings.push({
          kind: 'workflow_changed',
          severity: 'info',
          message: `${file} itself changed.`,
          workflow: file,
          evidence: { from },
        });
    }
    if (files.length === 0) return { summary: `No source file changed (${from}).`, findings: bySeverity(findings) };
    const reaches = new Reaches(await imports(files), changed);
    let affected = 0;
    for (const entry of entries) {
      const hits = new Map<string, { readonly reaches: readonly Reach[]; readonly steps: string[] }>();
      for (const { step, endpoint } of endpointsOfWorkflow(entry, entries, model.endpoints)) {
        const known = hits.get(nameOf(endpoint));
        if (known !== undefined) {
          known.steps.push(step);
          continue;
        }
        const found = reaches.of(endpoint);
        if (found.length > 0) hits.set(nameOf(endpoint), { reaches: found, steps: [step] });
      }
      if (hits.size === 0) continue;
      affected++;
      findings.push(finding(entry.file, hits, from));
    }
    return {
      summary: `${count(files.length, 'changed file')} (${from}) ${files.length === 1 ? 'affects' : 'affect'} ${affected} of ${count(entries.length, 'workflow')}.`,
      findings: bySeverity(findings),
    };
  },
};

function finding(
  workflow: string,
  hits: ReadonlyMap<string, { readonly reaches: readonly Reach[]; readonly steps: readonly string[] }>,
  from: string,
): Finding {
  const all = [...hits.values()].flatMap(({ reaches }) => reaches);
  const sure = all.find(({ how }) => how !== 'mounts');
  const first = sure ?? all[0]!;
  const [endpoint] = [...hits].find(([, { reaches }]) => reaches.includes(first))!;
  const others = new Set(all.map(({ changed }) => changed)).size - 1;
  return {
    kind: sure ? 'workflow_affected' : 'workflow_possibly_affected',
    severity: sure ? 'warning' : 'info',
    message: `${workflow} calls ${endpoint}, ${words(first)}${others > 0 ? ` (and ${count(others, 'other changed file')})` : ''}.`,
    endpoint,
    workflow,
    file: first.changed,
    evidence: {
      from,
      endpoints: [...hits].map(([name, { reaches, steps }]) => ({
        endpoint: name,
        steps,
        changed: reaches.map(({ changed, via, how }) => ({ file: changed, how, via })),
      })),
    },
  };
}

const words = ({ changed, via, how }: Reach): string => {
  switch (how) {
    case 'route':
      return `whose route is in ${changed}`;
    case 'middleware':
      return `whose middleware is in ${changed}`;
    case 'imported':
      return `which depends on ${changed} (${via.join(' → ')})`;
    default:
      return `whose route ${changed} mounts (${via.join(' → ')})`;
  }
};

/** Answers, for one set of changed files, which of them reach an endpoint. */
export class Reaches {
  private readonly below = new Map<string, ReadonlyMap<string, string | null>>();

  constructor(
    private readonly graph: ImportGraph,
    private readonly changed: ReadonlySet<string>,
  ) {}

  of(endpoint: Endpoint): Reach[] {
    const found = new Map<string, Reach>();
    const own = endpoint.source?.file;
    const files = [...new Set([own, ...endpoint.middleware.map(({ source }) => source?.file)])].filter((file) => file !== undefined);
    for (const file of files) {
      const tree = this.treeFrom(file);
      // A file above the route's imports all routes: a middleware that is written there does not depend on them.
      const isAbove = file !== own && own !== undefined && tree.has(own);
      for (const changed of this.changed) {
        if (found.has(changed) || (isAbove ? changed !== file : !tree.has(changed))) continue;
        found.set(changed, {
          changed,
          via: pathTo(tree, changed),
          how: changed !== file ? 'imported' : file === own ? 'route' : 'middleware',
        });
      }
    }
    // What imports the file of the route decides under which prefix, and behind which middleware, it is mounted.
    if (own !== undefined) {
      for (const changed of this.changed) {
        if (found.has(changed)) continue;
        const tree = this.treeFrom(changed);
        if (tree.has(own)) found.set(changed, { changed, via: pathTo(tree, own), how: 'mounts' });
      }
    }
    return [...found.values()];
  }

  /** Breadth first, so that the way to a file is a shortest one: each file with the one that imports it. */
  private treeFrom(start: string): ReadonlyMap<string, string | null> {
    const known = this.below.get(start);
    if (known !== undefined) return known;
    const tree = new Map<string, string | null>([[start, null]]);
    let level = [start];
    while (level.length > 0) {
      const next: string[] = [];
      for (const file of level)
        for (const target of this.graph.importsOf(file))
          if (!tree.has(target)) {
            tree.set(target, file);
            next.push(target);
          }
      level = next;
    }
    this.below.set(start, tree);
    return tree;
  }
}

function pathTo(tree: ReadonlyMap<string, string | null>, file: string): string[] {
  const path: string[] = [];
  for (let current: string | null | undefined = file; current != null; current = tree.get(current)) path.unshift(current);
  return path;
}
