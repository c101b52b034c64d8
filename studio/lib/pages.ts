import { html, type TemplateResult } from 'lit';
import '../pages/activity-page.js';
import '../pages/agents-page.js';
import '../pages/changes-page.js';
import '../pages/diagnostics-page.js';
import '../pages/diff-page.js';
import '../pages/endpoint-page.js';
import '../pages/endpoints-page.js';
import '../pages/environments-page.js';
import '../pages/graph-page.js';
import '../pages/memory-page.js';
import '../pages/overview-page.js';
import '../pages/routes-page.js';
import '../pages/run-page.js';
import '../pages/runs-page.js';
import '../pages/workflow-page.js';
import '../pages/workflows-page.js';

export interface PageEntry {
  /** First part of its address. */
  readonly name: string;
  readonly title: string;
  /** Whether it stands in the navigation; the others are reached from there. */
  readonly listed: boolean;
  readonly render: (query: URLSearchParams) => TemplateResult;
}

/** Every page, in the order of the navigation. */
export const pages: readonly PageEntry[] = [
  { name: 'overview', title: 'Overview', listed: true, render: (query) => html`<overview-page .query=${query}></overview-page>` },
  { name: 'endpoints', title: 'Endpoints', listed: true, render: (query) => html`<endpoints-page .query=${query}></endpoints-page>` },
  { name: 'endpoint', title: 'Endpoint', listed: false, render: (query) => html`<endpoint-page .query=${query}></endpoint-page>` },
  { name: 'routes', title: 'Routes', listed: true, render: (query) => html`<routes-page .query=${query}></routes-page>` },
  { name: 'graph', title: 'Graph', listed: true, render: (query) => html`<graph-page .query=${query}></graph-page>` },
  { name: 'workflows', title: 'Workflows', listed: true, render: (query) => html`<workflows-page .query=${query}></workflows-page>` },
  { name: 'workflow', title: 'Workflow', listed: false, render: (query) => html`<workflow-page .query=${query}></workflow-page>` },
  { name: 'runs', title: 'Runs', listed: true, render: (query) => html`<runs-page .query=${query}></runs-page>` },
  { name: 'run', title: 'Run', listed: false, render: (query) => html`<run-page .query=${query}></run-page>` },
  { name: 'compare', title: 'Two runs', listed: false, render: (query) => html`<compare-page .query=${query}></compare-page>` },
  { name: 'changes', title: 'Changes', listed: true, render: (query) => html`<changes-page .query=${query}></changes-page>` },
  { name: 'activity', title: 'Activity', listed: true, render: (query) => html`<activity-page .query=${query}></activity-page>` },
  { name: 'diff', title: 'Model diff', listed: true, render: (query) => html`<diff-page .query=${query}></diff-page>` },
  {
    name: 'diagnostics',
    title: 'Diagnostics',
    listed: true,
    render: (query) => html`<diagnostics-page .query=${query}></diagnostics-page>`,
  },
  { name: 'memory', title: 'Memory', listed: true, render: (query) => html`<memory-page .query=${query}></memory-page>` },
  { name: 'agents', title: 'Agents', listed: true, render: (query) => html`<agents-page .query=${query}></agents-page>` },
  {
    name: 'environments',
    title: 'Environments',
    listed: true,
    render: (query) => html`<environments-page .query=${query}></environments-page>`,
  },
];
