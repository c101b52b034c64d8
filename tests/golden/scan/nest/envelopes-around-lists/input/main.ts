import { CallHandler, Controller, ExecutionContext, Get, Injectable, Module, NestInterceptor } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Prisma, PrismaClient } from '@prisma/client';
import { map } from 'rxjs/operators';

const store = new PrismaClient();

@Injectable()
class Envelope implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(
      map((result) => {
        if (result && typeof result === 'object' && 'items' in result && 'page' in result)
          return { ok: true, items: result.items, page: result.page };
        return { ok: true, items: result };
      }),
    );
  }
}

@Controller('crates')
class CrateController {
  // A list has no members of these names.
  @Get()
  all() {
    return store.crate.findMany();
  }
  @Get('paged')
  async paged() {
    return { items: await store.crate.findMany({ take: 5 }), page: 1 };
  }
  // Whether it has them nobody knows.
  @Get('loose')
  async loose(): Promise<any> {
    const answer = await fetch('https://quay.example/crates');
    return answer.json();
  }
  // The first of a list may be there.
  @Get('first')
  async first() {
    const crates = await store.crate.findMany();
    return 0 in crates ? { first: crates[0].label } : { none: true };
  }
  @Get('weights')
  async weights() {
    const { _sum } = await store.crate.aggregate({ _sum: { weight: true, duty: true } });
    const weight = _sum.weight ?? new Prisma.Decimal(0);
    const crates = await store.crate.findMany();
    return {
      weight,
      gross: weight.add(_sum.duty ?? new Prisma.Decimal(0)).mul(2),
      heavy: weight.greaterThan(1000),
      folded: crates.reduce((sum, crate) => sum.add(crate.weight), new Prisma.Decimal(0)),
      whole: weight.round().toNumber(),
    };
  }
}

@Module({ controllers: [CrateController] })
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  app.useGlobalInterceptors(new Envelope());
  await app.listen(3000);
}
bootstrap();
