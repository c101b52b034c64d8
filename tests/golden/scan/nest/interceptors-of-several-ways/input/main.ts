import { CacheInterceptor } from '@nestjs/cache-manager';
import { CallHandler, Controller, ExecutionContext, Get, Injectable, Module, NestInterceptor, NotFoundException, Param, UseInterceptors } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { load } from 'rook-store';
import { of, tap, timer } from 'rxjs';
import { map } from 'rxjs/operators';

/** A package's interceptor gives what the rest of the chain gives. */
@Injectable()
class KeptInterceptor extends CacheInterceptor {
  trackBy() { return 'rooks'; }
  async intercept(context: ExecutionContext, next: CallHandler) {
    console.log('asked');
    return super.intercept(context, next);
  }
}

/** With or without a note of it, the answer is the same. */
@Injectable()
class NotingInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    if (!process.env.NOTING) return next.handle();
    return next.handle().pipe(tap(() => console.log('answered')));
  }
}

/** What was kept is not known, but it was an answer of the same route. */
@Injectable()
class StoredInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler) {
    const stored = await load(context.getHandler().name);
    if (stored) return of(stored);
    return next.handle();
  }
}

/** Whoever asks for less gets less. */
@Injectable()
class BriefInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const { query } = context.switchToHttp().getRequest();
    return query.brief ? next.handle().pipe(map((nest) => ({ tree: nest.tree }))) : next.handle().pipe(map((nest) => ({ nest })));
  }
}

/** Nobody knows what becomes of it. */
@Injectable()
class LateInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) { return later(next.handle()); }
}
const later = (stream: unknown) => timer(5).pipe(() => stream as never);

/** Some addresses are noted in another way. */
@Injectable()
class AddressInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const { url } = context.switchToHttp().getRequest();
    if (url.includes('/rookery/')) return next.handle().pipe(tap(() => console.log('far')));
    return next.handle().pipe(tap(() => console.log('near')));
  }
}

const find = (tree: string) => {
  if (tree === 'fir') throw new NotFoundException('no such nest');
  return { tree, eggs: 3 };
};

@Controller('nests')
class NestController {
  @Get('kept') @UseInterceptors(KeptInterceptor) kept() { return { tree: 'elm', eggs: 3 }; }
  @Get('noted') @UseInterceptors(NotingInterceptor) noted() { return { tree: 'elm', eggs: 3 }; }
  @Get('stored') @UseInterceptors(StoredInterceptor) stored() { return { tree: 'elm', eggs: 3 }; }
  @Get('brief') @UseInterceptors(BriefInterceptor) brief() { return { tree: 'elm', eggs: 3 }; }
  // What the handler throws comes out on each way.
  @Get('noted/:tree') @UseInterceptors(NotingInterceptor) async notedOf(@Param('tree') tree: string) { return find(tree); }
  @Get('address/:tree') @UseInterceptors(AddressInterceptor) async addressOf(@Param('tree') tree: string) { return find(tree); }
  @Get('brief/:tree') @UseInterceptors(BriefInterceptor, AddressInterceptor) async briefOf(@Param('tree') tree: string) { return find(tree); }
  @Get('late') @UseInterceptors(LateInterceptor) late() { return { tree: 'elm', eggs: 3 }; }
}

@Module({ controllers: [NestController] })
class AppModule {}

NestFactory.create(AppModule).then((app) => app.listen(3000));
