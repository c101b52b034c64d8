import { Hono } from 'hono';
import { ApiError, errorDocument, isUsageError } from './api-error.js';
import { limitBody, requireJson, requireSession, secureHeaders } from './middleware.js';
import { agentRoutes } from './routes/agents.js';
import { changeRoutes } from './routes/changes.js';
import { endpointRoutes } from './routes/endpoints.js';
import { eventRoutes } from './routes/events.js';
import { memoryRoutes } from './routes/memory.js';
import { projectRoutes } from './routes/project.js';
import { runRoutes } from './routes/runs.js';
import { sessionRoutes } from './routes/session.js';
import { staticRoutes } from './routes/static.js';
import { workflowRoutes } from './routes/workflows.js';
import type { Studio } from './studio.js';

/** The API and the page. `openapi.yaml` beside this file describes it; a test compares both with what a scan of this folder finds. */
export function createApp(studio: Studio): Hono {
  const app = new Hono();
  app.use('*', secureHeaders);
  app.use('/api/*', requireJson);
  // Before the guard: this is where a page signs in.
  app.route('/api/session', sessionRoutes(studio));
  app.use('/api/*', requireSession(studio.sessions));
  app.use('/api/*', limitBody);
  app.route('/api', projectRoutes(studio));
  app.route('/api/endpoints', endpointRoutes(studio));
  app.route('/api', changeRoutes(studio));
  app.route('/api/workflows', workflowRoutes(studio));
  app.route('/api/runs', runRoutes(studio));
  app.route('/api/memory', memoryRoutes(studio));
  app.route('/api/agents', agentRoutes(studio));
  app.route('/api/events', eventRoutes(studio));
  app.route('/', staticRoutes(studio));

  app.notFound((c) => c.json(errorDocument('There is nothing here.', 'The page is at /.'), 404));
  app.onError((error, c) => {
    if (error instanceof ApiError) return c.json(errorDocument(error.message, error.help), error.status);
    // A file or a setting of the user: the message says what to do.
    if (isUsageError(error)) return c.json(errorDocument(error.message, error.help), 409);
    process.stderr.write(`${error.stack ?? error.message}\n`);
    return c.json(
      errorDocument('This is a mistake in tool, not in your project.', 'The terminal shows the details; please report them.'),
      500,
    );
  });
  return app;
}
