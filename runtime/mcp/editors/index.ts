import type { Editor, StartCommand } from './editor.js';

export type { Editor, StartCommand };

const plain = ({ command, args }: StartCommand): object => ({ command, args });
const stdio = ({ command, args }: StartCommand): object => ({ type: 'stdio', command, args });

/** The clients that `tool init --editor` knows, with the file that each reads. */
export const editors: readonly Editor[] = [
  { name: 'vscode', title: 'Visual Studio Code', format: 'json', place: 'project', file: '.vscode/mcp.json', path: ['servers', 'tool'], entry: stdio, rootVariable: '${workspaceFolder}', next: 'Open .vscode/mcp.json and press Start above the entry.' },
  { name: 'cursor', title: 'Cursor', format: 'json', place: 'project', file: '.cursor/mcp.json', path: ['mcpServers', 'tool'], entry: plain, rootVariable: '${workspaceFolder}', next: 'Enable the server under Settings, MCP.' },
  { name: 'claude-code', title: 'Claude Code', format: 'json', place: 'project', file: '.mcp.json', path: ['mcpServers', 'tool'], entry: stdio, next: 'Start `claude` in the project and accept the server.' },
  { name: 'windsurf', title: 'Windsurf', format: 'json', place: 'home', file: '.codeium/windsurf/mcp_config.json', path: ['mcpServers', 'tool'], entry: plain, next: 'Press Refresh in the MCP settings of Cascade.' },
  { name: 'zed', title: 'Zed', format: 'json', place: 'project', file: '.zed/settings.json', path: ['context_servers', 'tool'], entry: (start) => ({ source: 'custom', ...plain(start), env: {} }), next: 'The server appears in the settings of the agent panel.' },
  { name: 'junie', title: 'JetBrains Junie', format: 'json', place: 'project', file: '.junie/mcp/mcp.json', path: ['mcpServers', 'tool'], entry: plain, next: 'Enable the server under Settings, Tools, Junie, MCP Settings.' },
  { name: 'gemini', title: 'Gemini CLI', format: 'json', place: 'project', file: '.gemini/settings.json', path: ['mcpServers', 'tool'], entry: plain, next: 'Start `gemini` in the project; /mcp lists the server.' },
  { name: 'opencode', title: 'opencode', format: 'json', place: 'project', file: 'opencode.json', path: ['mcp', 'tool'], entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }), next: 'Start `opencode` in the project.' },
  { name: 'codex', title: 'Codex CLI', format: 'toml', place: 'project', file: '.codex/config.toml', path: ['mcp_servers', 'tool'], entry: plain, next: 'Start `codex` in the project and trust it.' },
];
