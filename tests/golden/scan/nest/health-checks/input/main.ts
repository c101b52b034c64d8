import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { HealthCheck, HealthCheckService, MemoryHealthIndicator, TerminusModule } from '@nestjs/terminus';

@Controller('pulse')
class PulseController {
  constructor(private readonly health: HealthCheckService, private readonly memory: MemoryHealthIndicator) {}
  @Get() @HealthCheck() all() { return this.health.check([() => this.memory.checkHeap('heap', 1e8)]); }
  @Get('short') async short() {
    const { status, details } = await this.health.check([]);
    return { status, parts: details };
  }
  // The one that answers whatever is down.
  @Get('calm') async calm() {
    try {
      return await this.health.check([() => this.memory.checkHeap('heap', 1e8)]);
    } catch {
      return { status: 'down' };
    }
  }
}

@Module({ imports: [TerminusModule], controllers: [PulseController] })
class ClinicModule {}

void NestFactory.create(ClinicModule).then((clinic) => clinic.listen(1));
