import { defineAdapter } from '@tool/scanner-sdk';
import { honoModule } from './application.js';
import { honoDiagnostics } from './diagnostics.js';
import { packageModules } from './packages.js';

/** The package itself, its presets, and the names it has in Deno. */
const HONO = [
  'hono',
  'hono/tiny',
  'hono/quick',
  '@hono/hono',
  '@hono/hono/tiny',
  '@hono/hono/quick',
  'npm:hono',
  'jsr:@hono/hono',
] as const;

export const honoAdapter = defineAdapter({
  id: 'hono',
  title: 'Hono',
  apiVersion: 1,
  packages: [...HONO, 'hono/factory', '@hono/zod-openapi', 'honox/server'],
  modules: { ...Object.fromEntries(HONO.map((name) => [name, honoModule])), ...packageModules },
  diagnostics: honoDiagnostics,
});
