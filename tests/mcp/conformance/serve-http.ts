import { randomBytes, randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createMcpHandler,
  createRequestStateCodec,
  InMemoryServerEventBus,
  isLegacyRequest,
  type McpServer,
  type ProtocolEra,
} from '@modelcontextprotocol/server';
import {
  localhostHostValidation,
  localhostOriginValidation,
  NodeStreamableHTTPServerTransport,
  toNodeHandler,
  toWebRequest,
} from '@modelcontextprotocol/node';
import { createServer } from '../../../runtime/mcp/create-server.js';
import { Session } from '../../../runtime/mcp/session.js';
import { registerFixtures } from './fixtures.js';

/**
 * Serves the factory of `tool mcp` over HTTP on loopback, because the conformance suite speaks nothing else: the newer era
 * without sessions, the older one with them.
 */
export async function serveHttp(root: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const session = new Session({ root, toolVersion: '0.0.0', groups: new Set(), readOnly: false, allowAdapters: false, allowedUrls: [] });
  const codec = createRequestStateCodec<{ round: number }>({ key: randomBytes(32) });
  const bus = new InMemoryServerEventBus();
  const factory = (era: ProtocolEra): McpServer => {
    const server = createServer(session, era, {
      capabilities: { logging: {}, tools: { listChanged: true }, prompts: { listChanged: true } },
      requestState: { verify: codec.verify },
    });
    registerFixtures(server, codec);
    // A request has a server of its own here: what it tells others goes over the bus.
    server.sendToolListChanged = () => {
      bus.publish({ kind: 'tools_list_changed' });
    };
    server.sendPromptListChanged = () => {
      bus.publish({ kind: 'prompts_list_changed' });
    };
    return server;
  };
  const modern = createMcpHandler(({ era }) => factory(era), { legacy: 'reject', bus });
  const toModern = toNodeHandler(modern);
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();

  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Its package does not tell properties that are left out from those that are undefined.
    const request = message as IncomingMessage & Parameters<typeof toModern>[0];
    if (!localhostHostValidation()(request, response) || !localhostOriginValidation()(request, response)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    let body: unknown;
    try {
      body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString('utf8')) : undefined;
    } catch {
      body = undefined;
    }
    if (!(await isLegacyRequest(await toWebRequest(request, body)))) {
      await toModern(request, response, body);
      return;
    }
    const id = request.headers['mcp-session-id'];
    let transport = typeof id === 'string' ? sessions.get(id) : undefined;
    if (transport === undefined && id !== undefined) {
      response.writeHead(404).end();
      return;
    }
    if (transport === undefined) {
      const created = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (started) => {
          sessions.set(started, created);
        },
        onsessionclosed: (closed) => {
          sessions.delete(closed);
        },
      });
      transport = created;
      await factory('legacy').connect(transport);
    }
    await transport.handleRequest(request, response, body);
  };
  const server: Server = createHttpServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: async () => {
      for (const transport of sessions.values()) await transport.close();
      await modern.close();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await session.close();
    },
  };
}
