import { Controller, Get, Injectable, Module, Post } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { Throttle, ThrottlerGuard, ThrottlerModule, type ThrottlerRequest } from '@nestjs/throttler';

// The module's limits only stand in for those that the guard looks up.
@Injectable()
export class LockGuard extends ThrottlerGuard {
  protected handleRequest(request: ThrottlerRequest): Promise<boolean> {
    const [ttl, limit] = JSON.parse(process.env.LOCK ?? '[]');
    return super.handleRequest({ ...request, ttl, limit });
  }
}

@Controller('barges')
export class BargeController {
  @Get() all() { return { barges: 2 }; }
  // What a route says itself it keeps.
  @Throttle({ default: { limit: 1, ttl: 5000 } }) @Post() pass() { return { passed: true }; }
  // One of the two alone says little, and is said.
  @Throttle({ default: { limit: 4, ttl: 0 } }) @Get('bell') bell() { return { rings: 1 }; }
}

@Module({
  imports: [ThrottlerModule.forRoot([{ ttl: 0, limit: 0 }])],
  controllers: [BargeController],
  providers: [{ provide: APP_GUARD, useClass: LockGuard }],
})
export class LockModule {}

async function open() { const app = await NestFactory.create(LockModule); await app.listen(3000); }
void open();
