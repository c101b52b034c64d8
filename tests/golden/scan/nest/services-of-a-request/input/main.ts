import { Controller, ForbiddenException, Get, Inject, Injectable, MiddlewareConsumer, Module, NestMiddleware, NotFoundException, Scope } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** There is one for each request; who calls is told by a middleware. */
@Injectable({ scope: Scope.REQUEST })
export class Caller {
  private keeper: { name: string; rules: string[] };
  island = undefined;

  enter(name: string, rules: string[]) {
    this.keeper = { name, rules };
  }
  get() {
    return this.keeper;
  }
}

class Policy {
  constructor(private readonly rules: string[]) {}
  can(rule: string) {
    if (!this.rules.includes(rule)) throw new ForbiddenException('not for you');
  }
}

@Injectable()
export class Lamps {
  private policy: Policy;
  setPolicy(policy: Policy) {
    this.policy = policy;
  }
  list() {
    this.policy.can('lamps');
    return [{ lamp: 1, lit: true }];
  }
}

/** There is one for all requests: what one leaves the next one finds. */
@Injectable()
export class Log {
  private last: { island: string } | null = null;
  note(island: string) {
    this.last = { island };
  }
  read() {
    return this.last;
  }
}

@Injectable()
export class EnterMiddleware implements NestMiddleware {
  constructor(private readonly caller: Caller) {}
  use(req: any, res: any, next: () => void) {
    if (req.headers['x-keeper']) this.caller.enter(req.headers['x-keeper'], req.headers['x-rules'].split(','));
    next();
  }
}

@Controller()
export class LampsController {
  constructor(
    @Inject('LAMPS') private readonly lamps: Lamps,
    private readonly caller: Caller,
    private readonly log: Log,
  ) {}

  @Get('lamps')
  list() {
    this.log.note('north');
    return this.lamps.list();
  }

  @Get('me')
  me() {
    const keeper = this.caller.get();
    if (!keeper) throw new ForbiddenException('who is there?');
    return { island: this.caller.island ?? 'none', keeper: true };
  }

  @Get('last')
  last() {
    const last = this.log.read();
    if (!last) throw new NotFoundException('nobody was here');
    return last;
  }
}

@Module({
  controllers: [LampsController],
  providers: [
    Caller,
    Log,
    Lamps,
    {
      provide: 'LAMPS',
      useFactory: (lamps: Lamps, caller: Caller) => {
        const keeper = caller.get();
        lamps.setPolicy(new Policy(keeper ? keeper.rules : []));
        return lamps;
      },
      inject: [Lamps, Caller],
    },
  ],
})
export class AppModule {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(EnterMiddleware).forRoutes('*');
  }
}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
