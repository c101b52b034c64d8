// What is read of the request that the framework injects is sent, wherever the service that it is injected into is used.
import { BadRequestException, Controller, Get, Inject, Injectable, Module, NotFoundException, Optional, Post, Scope } from '@nestjs/common';
import { NestFactory, REQUEST } from '@nestjs/core';

/** Reads it when it is asked. */
@Injectable({ scope: Scope.REQUEST })
class Harbour {
  constructor(@Inject(REQUEST) private readonly request: any) {}
  code() {
    const code = this.request.headers['x-harbour'];
    if (!code) throw new BadRequestException('which harbour?');
    return String(code);
  }
  tongue() {
    return this.request.get('accept-language') ?? 'en';
  }
}
/** Reads it when it is made. */
@Injectable({ scope: Scope.REQUEST })
class Tide {
  readonly at: string;
  constructor(@Inject(REQUEST) request: any) {
    if (!request.query.at) throw new BadRequestException('when?');
    this.at = String(request.query.at);
  }
}
@Injectable()
class Berths {
  @Inject() private readonly harbour: Harbour;
  list() {
    return [{ harbour: this.harbour.code() }];
  }
}
@Injectable()
class Clock {
  now() {
    return 1;
  }
}

@Controller({ path: 'ships', scope: Scope.REQUEST })
class ShipsController {
  constructor(@Optional() @Inject(REQUEST) private readonly req: any, private readonly clock: Clock) {}
  @Get() list() {
    return { flag: this.req.query.flag, now: this.clock.now() };
  }
  @Post() add() {
    const { name } = this.req.body;
    if (!name) throw new NotFoundException('no name');
    return { name: String(name), user: this.req.user?.id };
  }
}
@Controller('berths')
class BerthsController {
  constructor(private readonly berths: Berths, private readonly harbour: Harbour, @Inject('FLEET') private readonly fleet: string) {}
  @Get() list() {
    return this.berths.list();
  }
  @Get('tongue') tongue() {
    return { tongue: this.harbour.tongue() };
  }
  @Get('fleet') ofFleet() {
    return { fleet: this.fleet };
  }
}
@Controller('tide')
class TideController {
  constructor(private readonly tide: Tide) {}
  @Get() get() {
    return { at: this.tide.at };
  }
}
@Controller('clock')
class ClockController {
  constructor(private readonly clock: Clock) {}
  @Get() get() {
    return { now: this.clock.now() };
  }
}

@Module({
  controllers: [ShipsController, BerthsController, TideController, ClockController],
  providers: [
    Harbour, Tide, Berths, Clock,
    { provide: 'FLEET', scope: Scope.REQUEST, inject: [REQUEST], useFactory: (request: any) => String(request.headers['x-fleet'] ?? 'none') },
  ],
})
class Port {}
void NestFactory.create(Port).then((port) => port.listen(4700));
