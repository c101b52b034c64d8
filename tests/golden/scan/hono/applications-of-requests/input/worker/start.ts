import { makeSite } from './site';

interface Bindings { HOST: string; FILES: { fetch(request: Request): Promise<Response> } }

const worker = {
  async fetch(request: Request, env: Bindings, ctx: unknown): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!env.HOST) return new Response('not set up', { status: 500 });
    if (!pathname.startsWith('/api/')) return env.FILES.fetch(request);
    const site = makeSite(env);
    return site.fetch(request, env, ctx);
  },
} satisfies object;

export default worker;
