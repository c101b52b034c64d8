import {
  Controller, Get, HttpStatus, Module, Param, Post, Query, Res, UseInterceptors,
  type CallHandler, type ExecutionContext, type NestInterceptor,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { map } from 'rxjs';
import { getManager } from 'typeorm';

interface Reply { status(code: number): Reply; statusCode: number }

class Basket {
  constructor(readonly held: unknown, readonly faults: readonly string[]) {}
  static full(reply: Reply, held: unknown) {
    reply.status(HttpStatus.OK);
    return new Basket(held, []);
  }
  static empty(reply: Reply, code: number) {
    reply.status(code);
    return new Basket(null, ['nothing grew']);
  }
}

class Crate implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((inside) => ({ inside, sealed: true })));
  }
}

/** It looks for the status in what is returned. */
class Weigh implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(
      map(({ code, ...rest }: { code: number; [member: string]: unknown }) => {
        context.switchToHttp().getResponse().status(code);
        return { ...rest, ripe: code < 400 };
      }),
    );
  }
}

/** What has fruit already is left as it is. */
class Label implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((held) => (held && typeof held === 'object' && 'fruit' in held ? { labelled: true, ...held } : { fruit: held })));
  }
}

@Controller('trees')
class Trees {
  @Get(':row') async row(@Param('row') row: string, @Res({ passthrough: true }) reply: Reply) {
    try {
      const rows = await getManager().query('select 1');
      if (row === '0') return Basket.empty(reply, HttpStatus.NOT_FOUND);
      return Basket.full(reply, { row, many: rows.length > 4 });
    } catch {
      return Basket.empty(reply, HttpStatus.INTERNAL_SERVER_ERROR);
    }
  }

  @Post() plant(@Query('kind') kind: string, @Res({ passthrough: true }) reply: Reply) {
    if (!kind) {
      reply.status(422);
      return { refused: 'kind' };
    }
    return { planted: kind };
  }

  @Get('crated/:row') @UseInterceptors(Crate) crated(@Param('row') row: string, @Res({ passthrough: true }) reply: Reply) {
    if (row === 'last') {
      reply.statusCode = 410;
      return { felled: true };
    }
    return { row };
  }

  @Get('weighed/:row') @UseInterceptors(Weigh) weighed(@Param('row') row: string) {
    return row === 'none' ? { code: 404, missing: row } : { code: 206, fruit: { row, grams: 12 } };
  }

  @Get('labelled/:row') @UseInterceptors(Label) labelled(@Param('row') row: string) {
    return row === 'none' ? { missing: row } : { fruit: { grams: 12 }, season: 'late' };
  }

  /** One answer, whichever status it has, and two with the same. */
  @Get('pruned/:row') pruned(@Param('row') row: string, @Res({ passthrough: true }) reply: Reply) {
    if (row === 'first') reply.status(202);
    return { row };
  }
  @Get('picked/:row') picked(@Param('row') row: string, @Res({ passthrough: true }) reply: Reply) {
    reply.status(203);
    return row === 'first' ? { early: true } : { late: true };
  }
}

@Module({ controllers: [Trees] })
class Orchard {}

NestFactory.create(Orchard).then((orchard) => orchard.listen(4090));
