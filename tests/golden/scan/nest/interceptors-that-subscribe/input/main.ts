import { BadGatewayException, Body, CallHandler, Controller, ExecutionContext, Get, Injectable, Module, NestInterceptor, NotFoundException, Param, Post, UseInterceptors } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Observable, tap } from 'rxjs';

const scope = new AsyncLocalStorage<{ path: string }>();

// The route runs within a scope of its own; what it gives is handed on by hand, by operators, or by the subscriber itself.
@Injectable()
class ByOperators implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { path } = context.switchToHttp().getRequest();
    return new Observable((subscriber) => {
      scope.run({ path }, () => {
        next
          .handle()
          .pipe(tap({ next: (value) => subscriber.next(value), error: (error) => subscriber.error(error), complete: () => subscriber.complete() }))
          .subscribe();
      });
    });
  }
}
@Injectable()
class ByItself implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return new Observable((subscriber) => scope.run({ path: '' }, () => next.handle().subscribe(subscriber)));
  }
}
@Injectable()
class ByHand implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return new Observable((observer) => {
      const subscription = next.handle().subscribe({
        next: (value) => observer.next({ result: value }),
        error: () => observer.error(new BadGatewayException('try again')),
        complete: () => observer.complete(),
      });
      return () => subscription.unsubscribe();
    });
  }
}
// Whoever subscribes beside what is sent changes nothing of it.
@Injectable()
class Beside implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const sent = next.handle();
    sent.subscribe((value) => ({ counted: value }));
    return sent;
  }
}

class Boats {
  @Get(':id') one(@Param('id') id: string) {
    if (id === '0') throw new NotFoundException('no such boat');
    return { id, sail: 'red' };
  }
  @Post() add(@Body() body: { sail: string }) {
    return { sail: body.sail };
  }
}
@Controller('operators') @UseInterceptors(ByOperators)
class Operators extends Boats {}
@Controller('itself') @UseInterceptors(ByItself)
class Itself extends Boats {}
@Controller('hand') @UseInterceptors(ByHand)
class Hand extends Boats {}
@Controller('beside') @UseInterceptors(Beside)
class Besides extends Boats {}
@Controller('streams')
class Streams {
  @Get('told') told() {
    return new Observable((subscriber) => {
      subscriber.next({ wind: 4 });
      subscriber.complete();
    });
  }
  @Get('refused') refused() {
    return new Observable((subscriber) => subscriber.error(new NotFoundException('no wind')));
  }
}

@Module({ controllers: [Operators, Itself, Hand, Besides, Streams] })
class RegattaModule {}

NestFactory.create(RegattaModule).then((app) => app.listen(3000));
