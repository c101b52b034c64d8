import { CanActivate, Controller, ExecutionContext, ForbiddenException, Get, Injectable, Module, NotFoundException, UnauthorizedException, UseGuards, createParamDecorator } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { initContract } from '@ts-rest/core';
import { nestControllerContract, TsRest, TsRestException, TsRestHandler, tsRestHandler, TsRestRequest } from '@ts-rest/nest';
import { elsewhere } from 'planetarium-contracts';
import { z } from 'zod';

const c = initContract();
const shows = c.router({
  list: { method: 'GET', path: '/shows', responses: { 200: z.array(z.string()) } },
  book: { method: 'POST', path: '/shows/:show/seats', body: z.object({ seats: z.number() }), responses: { 201: z.object({ seats: z.number() }) } },
});
const domes = c.router(
  {
    one: { method: 'GET', path: '/:id', pathParams: z.object({ id: z.coerce.number() }), responses: { 200: z.object({ id: z.number() }), 404: z.object({ reason: z.string() }) } },
    shut: { method: 'DELETE', path: '/:id', body: c.noBody(), responses: { 204: c.noBody() } },
    rename: { method: 'PATCH', path: '/:id', body: z.object({ name: z.string().min(2) }), responses: { 200: z.object({ name: z.string() }) } },
    search: { method: 'GET', path: '/', query: z.object({ seats: z.coerce.number().optional() }), responses: { 200: z.object({ found: z.number() }) } },
  },
  { pathPrefix: '/domes' },
);
const stars = nestControllerContract(
  c.router({
    star: { method: 'GET', path: '/stars/:name', responses: { 200: z.object({ name: z.string() }) } },
    named: { method: 'PUT', path: '/stars/:name', body: z.object({ to: z.string() }), responses: { 200: z.object({ to: z.string() }) } },
  }),
);

@Injectable()
class StaffGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    if (!context.switchToHttp().getRequest().headers.authorization) throw new UnauthorizedException();
    return true;
  }
}
@Injectable()
class NightGuard implements CanActivate {
  canActivate(): boolean {
    if (new Date().getHours() < 18) throw new ForbiddenException('by night');
    return true;
  }
}
const Lamp = createParamDecorator((_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest().headers['x-lamp']);

@Controller()
@TsRest({ jsonQuery: true })
class ShowsController {
  // One method for all routes of a contract: each of them is a method of its own, with what stands above and below.
  @UseGuards(NightGuard)
  @TsRestHandler(shows)
  @UseGuards(StaffGuard)
  async handle(@Lamp() lamp: string) {
    return tsRestHandler(shows, {
      list: async () => ({ status: 200, body: ['Saturn', lamp] }),
      book: async ({ body }) => ({ status: 201, body }),
    });
  }

  // Its own routes are in the model.
  @Get('dome')
  dome() {
    return { open: true };
  }
}

@Controller()
class DomesController {
  // A method for one route, with guards above and below.
  @TsRestHandler(domes.one)
  one() {
    return tsRestHandler(domes.one, async ({ params }) => {
      if (params.id > 9) throw new TsRestException(domes.one, { status: 404, body: { reason: 'no such dome' } });
      if (params.id === 4) return { status: 404, body: { reason: 'being built' } };
      return { status: 200, body: { id: params.id } };
    });
  }

  @UseGuards(StaffGuard)
  @TsRestHandler(domes.shut)
  async shut() {
    return tsRestHandler(domes.shut, async () => ({ status: 204, body: undefined }));
  }

  @TsRestHandler(domes.rename)
  async rename() {
    return tsRestHandler(domes.rename, async ({ params, body }) => {
      if (params.id === '0') throw new NotFoundException('no such dome');
      return { status: 200, body: { name: body.name } };
    });
  }

  @TsRestHandler(domes.search)
  async search() {
    return tsRestHandler(domes.search, async ({ query }) => ({ status: 200, body: { found: query.seats ?? 0 } }));
  }
}

// As it was written before: the method is given the parts of the request.
@Controller()
class StarsController {
  @TsRest(stars.star)
  star(@TsRestRequest() { params: { name } }: any) {
    return { status: 200 as const, body: { name } };
  }

  @UseGuards(StaffGuard)
  @TsRest(stars.named)
  async named(@Lamp() lamp: string, @TsRestRequest() { body }: any) {
    return { status: 200 as const, body: { to: body.to, lamp } };
  }
}

// Nobody knows what is in the contract.
@Controller()
class ElsewhereController {
  @TsRestHandler(elsewhere) //~ nest/generated-routes
  async all() {
    return tsRestHandler(elsewhere, {});
  }
}

@Module({ controllers: [ShowsController, DomesController, StarsController, ElsewhereController] })
class PlanetariumModule {}

async function start() {
  const planetarium = await NestFactory.create(PlanetariumModule);
  planetarium.setGlobalPrefix('api');
  await planetarium.listen(3000);
}
start();
