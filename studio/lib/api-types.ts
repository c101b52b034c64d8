import type {
  ActivityRecord,
  AgentReport,
  Change,
  Endpoint,
  Environment,
  Run,
  RunCheck,
  SecurityScheme,
  Unresolved,
  Workflow,
} from '../../schemas/index.js';

export type { ActivityRecord, AgentReport, Change, Endpoint, Environment, Run, RunCheck, SecurityScheme, Unresolved, Workflow };

/** The documents of the API, as `runtime/server/openapi.yaml` describes them. */
export interface EndpointRow {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly name?: string;
  readonly file?: string;
  readonly line?: number;
  readonly guards: readonly string[];
  readonly tags: readonly string[];
  readonly flags: readonly string[];
}
export interface Named {
  readonly count: number;
  readonly first: readonly string[];
}
export interface Trouble {
  readonly message: string;
  readonly help?: string;
}
export interface Overview {
  readonly root: string;
  readonly toolVersion: string;
  readonly modelFile: string;
  readonly scan: {
    readonly running: boolean;
    readonly progress?: string;
    readonly failure?: Trouble;
    readonly milliseconds?: number;
    readonly diagnostics?: number;
    readonly conflicts?: readonly string[];
    readonly kept?: boolean;
    readonly why?: { readonly reason: string; readonly help: string };
  };
  readonly model: null | {
    readonly project: { readonly name: string; readonly language: string; readonly framework: string };
    readonly generatedAt: string;
    readonly endpoints: number;
    readonly methods: Readonly<Record<string, number>>;
    readonly unguarded: Named;
    readonly untested?: Named;
    readonly shadowed: Named;
    readonly conditional: Named;
    readonly stale: Named;
    readonly unresolved: readonly Unresolved[];
    readonly environments: number;
    readonly securitySchemes: readonly string[];
  };
}
export interface EndpointDocument {
  readonly endpoint: Endpoint;
  readonly consumers: readonly { readonly endpoint: string; readonly variable: string; readonly usedAs: string }[];
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  readonly evidence: readonly { readonly pointer: string; readonly source: string; readonly file: string; readonly line: number }[];
}
export interface SourceDocument {
  readonly file: string;
  readonly line: number;
  readonly from: number;
  readonly lines: readonly string[];
  readonly total: number;
}
export interface RouteNode {
  readonly kind: 'router' | 'mount' | 'use' | 'route' | 'branch' | 'opaque';
  readonly label: string;
  readonly method?: string;
  readonly path?: string;
  readonly file?: string;
  readonly line?: number;
  readonly note?: string;
  readonly children?: readonly RouteNode[];
}
export interface GraphDocument {
  readonly nodes: readonly {
    readonly id: string;
    readonly method: string;
    readonly path: string;
    readonly produces: number;
    readonly consumes: number;
  }[];
  readonly links: readonly {
    readonly from: string;
    readonly to: string;
    readonly variable: string;
    readonly field?: string;
    readonly usedAs: string;
  }[];
  readonly apart: number;
}
export interface DiffDocument {
  readonly ref: string;
  readonly commit: string;
  readonly hasModel: boolean;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly {
    readonly endpoint: string;
    readonly fields: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[];
  }[];
}

export interface PreparedCall {
  readonly method: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly schemes: readonly string[];
  readonly invented: readonly string[];
  readonly sources: Readonly<Record<string, string>>;
}
export interface SentCall {
  readonly runId: string;
  readonly verdict: string;
  readonly failures: readonly Trouble[];
  readonly request?: { readonly method: string; readonly url: string };
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | readonly string[]>>;
    readonly body: string;
    readonly sizeBytes: number;
    readonly latencyMs: number;
  };
}
export interface RunSummary {
  readonly runId: string;
  readonly kind: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly verdict: string;
  readonly environment: { readonly name: string; readonly baseUrl: string };
  readonly counts: Run['counts'];
  readonly latency?: NonNullable<Run['latency']>;
  readonly names: readonly string[];
  readonly groups: number;
  readonly checks?: readonly { readonly name: string; readonly verdict: string; readonly durationMs: number; readonly status?: number }[];
}
export interface LiveRun {
  readonly id: string;
  readonly name: string;
  readonly startedAt: string;
  readonly planned: readonly string[];
  readonly checks: readonly RunCheck[];
  readonly asking?: { readonly key: string; readonly secret: boolean };
  readonly ended?: { readonly verdict: string; readonly runId?: string; readonly message?: string; readonly help?: string };
}
export interface TextProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly help?: string;
  readonly line: number;
  readonly column: number;
}
