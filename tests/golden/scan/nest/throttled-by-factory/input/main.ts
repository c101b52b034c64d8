import { Controller, Get, HttpException, Injectable, Module, Post, UseGuards } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { NestFactory } from '@nestjs/core';
import { SkipThrottle, Throttle, ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';

/** Answers in its own way. */
@Injectable()
export class SluiceGuard extends ThrottlerGuard {
  protected throwThrottlingException(): never { throw new HttpException('high water', 503); }
}

// Version 4: seconds, and numbers in the decorators.
@Controller('gates')
@UseGuards(ThrottlerGuard)
export class GateController {
  @Get() all() { return []; }
  @Throttle(2, 30) @Post() open() { return { open: true }; }
  @SkipThrottle() @Get('level') level() { return { level: 1 }; }
}

@Controller('sluices')
@UseGuards(SluiceGuard)
export class SluiceController { @Get() all() { return []; } }

@Module({
  imports: [
    ConfigModule.forRoot({ load: [() => ({ water: { ttl: 60, limit: 12 } })] }),
    ThrottlerModule.forRootAsync({ imports: [ConfigModule], inject: [ConfigService], useFactory: (config: ConfigService) => ({ ttl: config.get('water.ttl'), limit: config.get('water.limit') }) }),
  ],
  controllers: [GateController, SluiceController],
})
export class WeirModule {}

NestFactory.create(WeirModule).then((app) => app.listen(3000));
