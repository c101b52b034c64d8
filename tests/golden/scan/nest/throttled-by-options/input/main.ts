import { Controller, Get, Injectable, Module, Post, UseGuards } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { minutes, seconds, SkipThrottle, Throttle, ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';

@Injectable()
export class TollGuard extends ThrottlerGuard {
  protected async getTracker(request: Record<string, any>): Promise<string> { return request.headers['x-toll']; }
}

@Controller('carts')
export class CartController {
  @Get() all() { return { carts: 2 }; }
  @Throttle({ short: { limit: 1, ttl: seconds(5) } }) @Post() pass() { return { passed: true }; }
  @SkipThrottle({ short: true, long: true }) @Get('bell') bell() { return { rings: 1 }; }
  // Only one of the two windows counts here.
  @SkipThrottle({ short: true }) @Get('queue') queue() { return { waiting: 3 }; }
}

@SkipThrottle({ short: true, long: true })
@Controller('sheep')
export class SheepController {
  @Get() all() { return { sheep: 40 }; }
  @SkipThrottle({ short: false }) @Get('ram') ram() { return { ram: 1 }; }
}

@Controller('ferry')
@UseGuards(ThrottlerGuard)
export class FerryController { @Get() next() { return { in: 20 }; } }

@Module({
  imports: [ThrottlerModule.forRoot({ throttlers: [{ name: 'long', ttl: minutes(10), limit: 100 }, { name: 'short', ttl: 1000, limit: 3 }] })],
  controllers: [CartController, SheepController, FerryController],
  providers: [{ provide: APP_GUARD, useClass: TollGuard }],
})
export class BridgeModule {}

async function open() { const app = await NestFactory.create(BridgeModule); await app.listen(3000); }
void open();
