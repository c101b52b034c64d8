import { Controller, Get, Injectable, Module, OnModuleInit, Scope } from '@nestjs/common';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import helmet from 'helmet';

// No list of hooks names them, and nobody injects them: the framework makes them all the same.
@Injectable()
class Gauge {
  constructor(adapterHost: HttpAdapterHost) {
    adapterHost.httpAdapter.get('/gauge', (_request, response) => response.status(200).json({ level: 3 }));
  }
}

@Injectable()
class Sluice {
  constructor(private readonly adapterHost: HttpAdapterHost) {
    this.open('/sluice');
  }
  private open(path: string) {
    const { httpAdapter } = this.adapterHost;
    httpAdapter.post(path, (_request, response) => response.json({ open: true }));
  }
}

abstract class Signal {}
@Injectable()
class Lamp extends Signal {
  constructor(host: HttpAdapterHost) {
    super();
    const server = host.httpAdapter.getInstance();
    server.get('/lamp', (_request, response) => response.json({ lit: true }));
  }
}

// Its hook registers later than what its constructor does.
@Injectable()
class Weir implements OnModuleInit {
  constructor(private readonly adapterHost: HttpAdapterHost) {}
  onModuleInit() {
    this.adapterHost.httpAdapter.get('/weir', (_request, response) => response.json({ metres: 2 }));
  }
}

// One for each request: none is made when the application is.
@Injectable({ scope: Scope.REQUEST })
class Ferry {
  constructor(adapterHost: HttpAdapterHost) {
    adapterHost.httpAdapter.get('/ferry', (_request, response) => response.json({ never: true }));
  }
}

// No module lists it.
@Injectable()
export class Wreck {
  constructor(adapterHost: HttpAdapterHost) {
    adapterHost.httpAdapter.get('/wreck', (_request, response) => response.json({ never: true }));
  }
}

@Controller('locks')
class LocksController {
  @Get() list() {
    return [{ id: 1 }];
  }
}

@Module({ providers: [Sluice] })
class SluiceModule {
  constructor(adapterHost: HttpAdapterHost) {
    adapterHost.httpAdapter.get('/sluice/state', (_request, response) => response.json({ open: false }));
  }
}

@Module({
  imports: [SluiceModule],
  controllers: [LocksController],
  providers: [Gauge, { provide: Signal, useClass: Lamp }, Weir, Ferry],
})
class CanalModule {}

async function bootstrap() {
  const app = await NestFactory.create(CanalModule);
  app.use(helmet());
  await app.listen(3000);
}
bootstrap();
