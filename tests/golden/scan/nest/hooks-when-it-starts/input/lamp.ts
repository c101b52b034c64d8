// Hooks on Express: what they set is there when requests come, and what they register stands behind the routes of controllers.
import {
  CanActivate,
  Controller,
  Get,
  HttpCode,
  Injectable,
  MiddlewareConsumer,
  Module,
  NestMiddleware,
  OnApplicationBootstrap,
  OnModuleInit,
  Post,
  Scope,
  ServiceUnavailableException,
  UseGuards,
} from '@nestjs/common';
import { APP_GUARD, HttpAdapterHost, NestFactory } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { Tide } from 'tide-tables';

// Set by a hook that waits; the handler never finds it missing.
@Injectable()
class Keeper implements OnModuleInit {
  private lens: { order: number } | null = null;
  async onModuleInit() {
    await Tide.ready();
    this.lens = { order: 3 };
  }
  turn() {
    if (!this.lens) throw new ServiceUnavailableException('no lens');
    return { order: this.lens.order };
  }
}

// Nothing ever sets it: 503 is all that this one answers.
@Injectable()
class Mirror {
  private glass: { width: number } | null = null;
  async polish() {
    this.glass = { width: 2 };
  }
  look() {
    if (!this.glass) throw new ServiceUnavailableException('no glass');
    return { width: this.glass.width };
  }
}

// Each request has its own: the framework calls no hook of those.
@Injectable({ scope: Scope.REQUEST })
class Visit implements OnModuleInit {
  started: string | undefined = 'never';
  onModuleInit() {
    this.started = undefined;
  }
}

// Inherited, and made by a factory.
abstract class Gauge {
  marks: { deep: number }[] = [];
  onModuleInit() {
    this.marks.push({ deep: 4 });
  }
}
class WaterGauge extends Gauge {}

// What is far from the root comes first, then what modules hold, then they themselves: whoever finds nothing came too early.
interface Steps {
  far?: object;
  held?: object;
  root?: object;
}
const steps: Steps = {};
@Injectable()
class Watch implements CanActivate, OnModuleInit {
  private mode: 'open' | 'closed' = 'closed';
  async onModuleInit() {
    await Tide.ready();
    this.mode = 'open';
    steps.held = steps.far && !steps.root ? { after: 'far' } : { early: true };
  }
  canActivate(): boolean {
    return this.mode === 'open';
  }
}
@Injectable()
class Fog implements NestMiddleware, OnModuleInit {
  private limit: number | undefined;
  onModuleInit() {
    this.limit = 10;
  }
  use(req: Request, res: Response, next: NextFunction) {
    if (this.limit === undefined) return res.status(500).json({ fog: true });
    next();
  }
}

// At this time the server answers 404 already on Express: said, and kept.
@Injectable()
class LateSigns implements OnApplicationBootstrap {
  constructor(private readonly adapterHost: HttpAdapterHost) {}
  onApplicationBootstrap() {
    this.adapterHost.httpAdapter.get('/signs/late', (_req: Request, res: Response) => res.json({ late: true })); //~ core/unreachable-endpoint
  }
}
@Injectable()
class EarlySigns implements OnModuleInit {
  constructor(private readonly adapterHost: HttpAdapterHost) {}
  async onModuleInit() {
    this.adapterHost.httpAdapter.get('/signs/early', (_req: Request, res: Response) => res.json({ early: true }));
  }
}

@Controller('lamp')
class LampController implements OnModuleInit {
  private colour = 'none';
  constructor(
    private readonly keeper: Keeper,
    private readonly mirror: Mirror,
    private readonly gauge: WaterGauge,
  ) {}
  onModuleInit() {
    this.colour = 'white';
  }
  @Get() turn() {
    return { ...this.keeper.turn(), colour: this.colour };
  }
  @Get('mirror') look() {
    return this.mirror.look();
  }
  @Get('gauge') marks() {
    return this.gauge.marks;
  }
  @Post('watched') @UseGuards(Watch) @HttpCode(204) watched() {}
  @Get('steps') order() {
    return steps;
  }
}
@Controller('visit')
class VisitController {
  constructor(private readonly visit: Visit) {}
  @Get() own() {
    return { started: this.visit.started };
  }
}

// Of the whole application.
@Injectable()
class Harbour implements CanActivate, OnModuleInit {
  private spared: string[] = [];
  onModuleInit() {
    this.spared = ['*'];
  }
  canActivate(): boolean {
    return this.spared.includes('*');
  }
}

@Module({ providers: [Keeper], exports: [Keeper] })
class KeeperModule implements OnModuleInit {
  async onModuleInit() {
    await Tide.ready();
    steps.far = { first: !steps.held && !steps.root };
  }
}
@Module({
  imports: [KeeperModule],
  controllers: [LampController, VisitController],
  providers: [
    Mirror,
    Visit,
    EarlySigns,
    LateSigns,
    { provide: WaterGauge, useFactory: () => new WaterGauge() },
    { provide: APP_GUARD, useClass: Harbour },
  ],
})
class LampModule implements OnModuleInit {
  onModuleInit() {
    steps.root = steps.held ? { last: true } : { early: true };
  }
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(Fog).forRoutes('lamp/steps');
  }
}

async function light() {
  const lamp = await NestFactory.create(LampModule);
  await lamp.listen(4100);
}
void light();
