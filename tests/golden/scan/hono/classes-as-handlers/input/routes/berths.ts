import { contentJson, OpenAPIRoute } from 'chanfana';
import type { Context } from 'hono';
import { z } from 'zod';

export class Berths extends OpenAPIRoute {
  schema = {
    request: { query: z.object({ free: z.boolean().optional() }) },
    responses: { '200': { description: 'All berths', ...contentJson(z.object({ berths: z.array(z.string()) })) } },
  };

  async handle() {
    const { query } = await this.getValidatedData<typeof this.schema>();
    return { berths: query.free ? [] : ['north'] };
  }
}

/** What all of them share is in a class of the program. */
abstract class WithTariff extends OpenAPIRoute {
  tariff(metres: number): number {
    return metres * 3;
  }
}

export class BerthLet extends WithTariff {
  schema = {
    request: {
      params: z.object({ number: z.string() }),
      body: contentJson(z.object({ ship: z.string(), metres: z.number().int() })),
    },
  };

  async handle(c: Context) {
    const { body } = await this.getValidatedData<typeof this.schema>();
    if (body.metres > 200) return c.json({ why: 'too long' }, 422);
    return { ship: body.ship, due: this.tariff(body.metres) };
  }
}
