import { CallHandler, Controller, ExecutionContext, Get, Injectable, Module, NestInterceptor, Param, StreamableFile } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Request } from 'express';
import { createReadStream } from 'node:fs';
import { map, Observable } from 'rxjs';
import { network } from 'tram-client';

const AS_THEY_ARE = ['/api/metrics', '/docs'] as const;

/** Puts an envelope around all but what a few addresses answer, and files. */
@Injectable()
class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const url = context.switchToHttp().getRequest<Request>().url ?? '';
    if (AS_THEY_ARE.some((prefix) => url.startsWith(prefix))) return next.handle();
    return next.handle().pipe(
      map((data: unknown): unknown => {
        if (data instanceof StreamableFile) return data;
        return { code: 0, data };
      }),
    );
  }
}

class StopView {
  id!: string;
  name!: string;
}

@Controller()
class StopsController {
  // What the package gives nobody sees; what it is said to be is no file.
  @Get('stops')
  list(): Promise<StopView[]> {
    return network.stops();
  }

  @Get('stops/:id')
  one(@Param('id') id: string): Promise<StopView> {
    return network.stop(id);
  }

  @Get('lines')
  lines() {
    return [{ number: 4, stops: 21 }];
  }

  @Get('map')
  map() {
    return new StreamableFile(createReadStream('map.pdf'));
  }

  // Of this nothing is said, so it may be a file.
  @Get('anything')
  anything() {
    return network.anything();
  }

  @Get('metrics')
  metrics() {
    return { trams: 12 };
  }
}

@Module({ controllers: [StopsController] })
class TramModule {}

async function bootstrap(): Promise<void> {
  const app = await NestFactory.create(TramModule);
  app.setGlobalPrefix('api');
  app.useGlobalInterceptors(new EnvelopeInterceptor());
  await app.listen(3000);
}
void bootstrap();
