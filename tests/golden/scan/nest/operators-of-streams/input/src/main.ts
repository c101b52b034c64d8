import { CallHandler, Controller, ExecutionContext, Get, Injectable, Module, NestInterceptor, UseInterceptors } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { concatMapTo, defaultIfEmpty, endWith, from, ignoreElements, map, mapTo, mergeMap, Observable, of, pluck, startWith, toArray } from 'rxjs';

/** Writes down that somebody has asked, and hands on what the handler has given. */
@Injectable()
class LedgerInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(mergeMap((given) => from(this.write()).pipe(ignoreElements(), endWith(given))));
  }

  private async write(): Promise<void> {
    await fetch('https://ledger.example/entries', { method: 'POST' });
  }
}

@Controller('berths')
class BerthsController {
  @Get()
  @UseInterceptors(LedgerInterceptor)
  list() {
    return [{ pier: 'north', length: 12 }];
  }

  @Get('name')
  name() {
    return of({ berth: { pier: 'north' } }).pipe(
      pluck('berth', 'pier'),
      map((pier) => ({ pier })),
    );
  }

  @Get('ping')
  ping() {
    return from(fetch('https://harbour.example')).pipe(mapTo({ reachable: true }));
  }

  @Get('all')
  all() {
    return of({ pier: 'south' }).pipe(startWith({ pier: 'north' }), toArray());
  }

  @Get('first')
  first() {
    return of({ pier: 'south' }).pipe(defaultIfEmpty({ pier: 'none' }));
  }

  @Get('tide')
  tide() {
    return from(fetch('https://harbour.example')).pipe(concatMapTo(of({ metres: 2 })));
  }

  // Nothing comes out of it, so nothing is sent.
  @Get('silent')
  silent() {
    return of({ pier: 'south' }).pipe(ignoreElements());
  }
}

@Module({ controllers: [BerthsController] })
class AppModule {}

async function bootstrap(): Promise<void> {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
void bootstrap();
