import { CanActivate, Controller, ExecutionContext, Get, Injectable, Module, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClsModule, ClsService, ClsServiceManager } from 'nestjs-cls';

const gardeners = [{ id: 'g1', plot: 4, key: 'spade' }];

@Injectable()
class GateGuard implements CanActivate {
  constructor(private readonly cls: ClsService) {}
  canActivate(context: ExecutionContext) {
    const { headers } = context.switchToHttp().getRequest();
    const gardener = gardeners.find((each) => each.key === headers['x-gate-key']);
    if (!gardener) throw new UnauthorizedException();
    this.cls.set('gardener', { id: gardener.id, plot: gardener.plot });
    this.cls.set('season', 'spring');
    return true;
  }
}

@Injectable()
class PlotService {
  constructor(private readonly cls: ClsService) {}
  mine() {
    return { gardener: this.cls.get('gardener'), season: this.cls.get('season') };
  }
  plot() {
    return { plot: this.cls.get('gardener.plot') };
  }
  // Nobody puts this there.
  weather() {
    return { weather: this.cls.get('weather'), trace: this.cls.getId() };
  }
}

const holder = () => ClsServiceManager.getClsService().get('gardener');

@Controller('plots')
class PlotController {
  constructor(private readonly plots: PlotService) {}
  @UseGuards(GateGuard)
  @Get('mine')
  mine() {
    return this.plots.mine();
  }
  @UseGuards(GateGuard)
  @Get('number')
  plot() {
    return this.plots.plot();
  }
  @UseGuards(GateGuard)
  @Get('holder')
  holder() {
    return holder();
  }
  @Get('weather')
  weather() {
    return this.plots.weather();
  }
}

@Module({ imports: [ClsModule.forRoot({ global: true, middleware: { mount: true } })], controllers: [PlotController], providers: [PlotService, GateGuard] })
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
