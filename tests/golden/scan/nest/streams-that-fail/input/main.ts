import {
  BadGatewayException,
  BadRequestException,
  CallHandler,
  Controller,
  ExecutionContext,
  Get,
  Injectable,
  Module,
  NestInterceptor,
  NotFoundException,
  Param,
  ParseIntPipe,
  RequestTimeoutException,
  UseInterceptors,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { HttpService } from '@nestjs/axios';
import { TimeoutError, catchError, forkJoin, from, lastValueFrom, map, mergeMap, of, switchMap, tap, throwError, timeout } from 'rxjs';
import { find } from 'kelp-store';

class Ebb extends Error {}

/** What is thrown behind it, pipes included, is another error in front of it. */
@Injectable()
class Turned implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(catchError((error) => throwError(() => (error instanceof Ebb ? new BadGatewayException('ebb') : error))));
  }
}
@Injectable()
class Covered implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(catchError(() => of({ covered: true })));
  }
}
@Injectable()
class Waited implements NestInterceptor {
  async intercept(_context: ExecutionContext, next: CallHandler) {
    try {
      return of(await lastValueFrom(next.handle()));
    } catch {
      throw new BadGatewayException('waited');
    }
  }
}
/** The framework's documentation has it so. */
@Injectable()
class Limited implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(
      timeout(5000),
      catchError((error) => {
        if (error instanceof TimeoutError) throw new RequestTimeoutException('late');
        return throwError(() => error);
      }),
    );
  }
}
@Injectable()
class Noted implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(tap(() => undefined));
  }
}

@Controller('interceptors')
class InterceptedController {
  @Get('turned/:id')
  @UseInterceptors(Turned)
  turned(@Param('id', ParseIntPipe) id: number) {
    if (id > 5) throw new NotFoundException('none');
    throw new Ebb();
  }
  @Get('covered')
  @UseInterceptors(Covered, Noted)
  covered() {
    throw new NotFoundException('none');
  }
  @Get('waited')
  @UseInterceptors(Waited)
  waited() {
    if (find(1)) throw new NotFoundException('none');
    return { waited: 1 };
  }
  @Get('limited')
  @UseInterceptors(Limited)
  limited() {
    if (find(1)) throw new NotFoundException('none');
    return { limited: 1 };
  }
}

@Controller('handlers')
class StreamingController {
  constructor(private readonly http: HttpService) {}
  @Get('walked')
  walked() {
    return of({ depth: 3 }).pipe(map(({ depth }) => ({ fathoms: depth })));
  }
  @Get('lacking')
  lacking() {
    return from(find(1)).pipe(mergeMap((kelp) => (kelp ? of({ kelp: true }) : throwError(() => new NotFoundException('no kelp')))));
  }
  @Get('refused')
  refused() {
    return throwError(() => new BadRequestException('never'));
  }
  @Get('caught')
  caught() {
    return of(1).pipe(
      switchMap(() => {
        if (find(1)) throw new NotFoundException('inside');
        return of({ caught: false });
      }),
      catchError(() => throwError(() => new BadGatewayException('outside'))),
    );
  }
  @Get('together')
  together() {
    return forkJoin({ near: of(1), far: of('x') });
  }
  @Get('elsewhere')
  async elsewhere() {
    const given = await lastValueFrom(
      this.http.get('https://tides.example').pipe(
        map(({ data }) => ({ tides: data, count: 2 })),
        catchError(() => {
          throw new BadGatewayException('no tides');
        }),
      ),
    );
    return { count: given.count };
  }
}

@Module({ controllers: [InterceptedController, StreamingController] })
class ReefModule {}
void NestFactory.create(ReefModule).then((reef) => reef.listen(3000));
