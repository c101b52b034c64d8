// On Fastify the answer 404 is no route: what the last hook registers is served.
import { Controller, Get, Injectable, Module, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';

@Injectable()
class Signals implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(private readonly adapterHost: HttpAdapterHost) {}
  onApplicationBootstrap() {
    this.adapterHost.httpAdapter.get('/horn/signals', async () => ({ short: 1, long: 2 }));
  }
  // Called when the application ends: it registers nothing that is served.
  onModuleDestroy() {
    this.adapterHost.httpAdapter.get('/horn/ended', async () => ({ ended: true }));
  }
}

// A hook that fails ends nothing but itself: the server that is described did start.
@Injectable()
class Pressure implements OnApplicationBootstrap {
  bar = 0;
  async onApplicationBootstrap() {
    this.bar = 6;
    await this.connect();
  }
  private async connect() {
    if (process.env.PRESSURE_URL === undefined) throw new Error('no address');
  }
}

@Controller('horn')
class HornController {
  constructor(private readonly pressure: Pressure) {}
  @Get() blow() {
    return this.pressure.bar === 0 ? { silent: true } : { loud: this.pressure.bar };
  }
}

@Module({ controllers: [HornController], providers: [Signals, Pressure] })
class HornModule {}

async function sound() {
  const horn = await NestFactory.create(HornModule, new FastifyAdapter());
  await horn.listen(4200);
}
void sound();
