import { IsInt, IsString, MinLength } from 'class-validator';
import type { Context } from 'koa';
import { Authorized, BadRequestError, Body, BodyParam, Controller, Ctx, Delete, Get, HttpCode, JsonController, type KoaMiddlewareInterface, Middleware, NotFoundError, Param, Post, QueryParam, UseBefore } from 'routing-controllers';

@Middleware({ type: 'before' })
export class DustMiddleware implements KoaMiddlewareInterface {
  async use(context: Context, next: () => Promise<unknown>) { context.set('x-dust', 'swept'); await next(); }
}

const weigh = async (context: Context, next: () => Promise<unknown>) => { context.state.weight = 3; await next(); };

class Pot { @IsString() @MinLength(2) name!: string; @IsInt() litres!: number; }

@JsonController('/pots')
export class Pots {
  @Get('/')
  all(@QueryParam('glazed') glazed: boolean) { return [{ name: 'jug', glazed }]; }

  @Get('/:id')
  one(@Param('id') id: string) { if (id === '0') throw new NotFoundError('no such pot'); return { id, name: 'jug' }; }

  @Post()
  @HttpCode(201)
  @UseBefore(weigh)
  @Authorized()
  fire(@Body() pot: Pot) { return { fired: pot.name }; }

  @Delete('/:id')
  @Authorized(['master'])
  smash(@Param('id') _id: string) { return null; }
}

@Controller('/glazes')
export class Glazes {
  @Get('/recipe')
  recipe(@Ctx() context: Context) { context.body = 'ash and clay'; return context; }

  @Post('/mix')
  mix(@BodyParam('parts') parts: number) { if (!parts) throw new BadRequestError('parts are needed'); return `mixed ${parts}`; }
}
