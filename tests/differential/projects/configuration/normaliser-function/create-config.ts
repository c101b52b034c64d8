export interface Options { server?: { basePath?: string; port?: number } }
const slashes = (text: string | undefined): string => {
  if (!text) return '';
  const trimmed = text.replace(/^\/+|\/+$/g, '');
  return trimmed ? `/${trimmed}` : '';
};
const defaults = { server: { basePath: slashes(process.env.BASE_PATH), port: Number(process.env.HTTP_PORT || 4242) } };
export function createConfig(options: Options = {}) {
  const server = Object.assign({}, defaults.server, options.server);
  server.basePath = slashes(server.basePath);
  return Object.freeze({ ...defaults, ...options, server });
}
