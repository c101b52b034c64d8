import { CallHandler, Controller, ExecutionContext, Get, Injectable, Module, NestInterceptor, UseInterceptors } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PrismaClient } from '@prisma/client';
import { map, mergeMap } from 'rxjs/operators';
import { from } from 'rxjs';

// Walks through whatever is answered: lists, records and what they hold.
function walked(value: any): any {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((each) => walked(each));
  if (typeof value === 'object' && !(value instanceof Date))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walked(each)]));
  return value;
}

@Injectable()
class WalkingInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((data) => ({ data: walked(data) })));
  }
}

// The same, waiting for each.
@Injectable()
class WaitingInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(mergeMap((data) => from(this.through(data))));
  }
  private isRecord(value: any): boolean {
    return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
  }
  private async through(value: any): Promise<any> {
    if (value == null) return value;
    if (Array.isArray(value)) return Promise.all(value.map((each) => this.through(each)));
    if (this.isRecord(value)) {
      const entries = await Promise.all(Object.entries(value).map(async ([key, each]) => [key, await this.through(each)]));
      return Object.fromEntries(entries);
    }
    return value;
  }
}

@Injectable()
class Fleet extends PrismaClient {}

@Controller('ships')
class ShipsController {
  constructor(private readonly fleet: Fleet) {}
  @UseInterceptors(WalkingInterceptor) @Get() all() { return this.fleet.ship.findMany(); }
  @UseInterceptors(WaitingInterceptor) @Get('berthed') berthed() { return this.fleet.ship.findMany({ include: { berths: true } }); }
  @UseInterceptors(WaitingInterceptor) @Get('perhaps') async perhaps() {
    const first = await this.fleet.ship.findFirst();
    if (!first) return [];
    return this.fleet.ship.findMany({ select: { id: true, flag: true } });
  }
  @Get('flags') async flags() {
    const ship = await this.fleet.ship.findFirstOrThrow();
    // What is left of a value that may be nothing, by what is asked of it.
    if (ship.flag === null) return { flag: 'none', flown: ship.flag };
    const said = typeof ship.length === 'number' ? ship.length : [ship.length];
    return { flag: ship.flag, said, list: Array.isArray(ship.name) ? [ship.name] : ship.name };
  }
}

@Module({ controllers: [ShipsController], providers: [Fleet] })
class HarbourModule {}

void NestFactory.create(HarbourModule).then((harbour) => harbour.listen(1));
