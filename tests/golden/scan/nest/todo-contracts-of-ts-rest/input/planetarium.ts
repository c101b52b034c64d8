import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { initContract } from '@ts-rest/core';
import { TsRest, TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { z } from 'zod';

const c = initContract();
const shows = c.router({
  list: { method: 'GET', path: '/shows', responses: { 200: z.array(z.string()) } },
  book: { method: 'POST', path: '/shows/:show/seats', body: z.object({ seats: z.number() }), responses: { 201: z.object({ seats: z.number() }) } },
});

@Controller()
@TsRest({ jsonQuery: true })
class ShowsController {
  @TsRestHandler(shows) //~ nest/generated-routes
  async handle() {
    return tsRestHandler(shows, {
      list: async () => ({ status: 200, body: ['Saturn'] }),
      book: async ({ body }) => ({ status: 201, body }),
    });
  }

  // Its own routes are in the model.
  @Get('dome')
  dome() {
    return { open: true };
  }
}

@Module({ controllers: [ShowsController] })
class PlanetariumModule {}

async function start() {
  const planetarium = await NestFactory.create(PlanetariumModule);
  await planetarium.listen(3000);
}
start();
