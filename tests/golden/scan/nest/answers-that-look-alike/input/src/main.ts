import { NestFactory } from '@nestjs/core';
import { BadRequestException, ConflictException, Controller, Get, Injectable, Module, Post, Query } from '@nestjs/common';

@Injectable()
class Lock {
  private code: string | null = null;
  private sealed: string | null = null;

  async ask() {
    this.code = Math.random().toString();
    return { asked: true };
  }
  private isGood(code: string) {
    if (!this.code) return false;
    return this.code === code;
  }
  async open(code: string) {
    if (!this.isGood(code)) throw new BadRequestException('bad code');
    return { open: true };
  }
  async turn() {
    if (this.code === null) throw new ConflictException('nobody has asked');
    return { turned: 1 };
  }
  // Nobody seals it.
  async unseal() {
    if (!this.sealed) throw new BadRequestException('not sealed');
    return { unsealed: true };
  }
}

@Controller('vault')
class VaultController {
  constructor(private readonly lock: Lock) {}

  @Post('code')
  ask() { return this.lock.ask(); }

  // Both refusals look alike; which of them comes first depends on what requests before have left.
  @Post('open')
  async open(@Query('code') code: string) {
    if (!code) throw new BadRequestException('which code?');
    return this.lock.open(code);
  }
  @Post('open/now')
  async openNow(@Query('code') code: string) {
    if (!code) throw new BadRequestException('which code?');
    const opened = await this.lock.open(code);
    return { ...opened, now: true };
  }
  @Get('turn')
  async turn(@Query('hand') hand: string) {
    if (hand === 'left') throw new ConflictException('that hand?');
    if (hand === 'none') throw new BadRequestException('no hand');
    return this.lock.turn();
  }
  @Post('unseal')
  async unseal(@Query('code') code: string) {
    if (!code) throw new BadRequestException('which code?');
    return this.lock.unseal();
  }
}

@Module({ controllers: [VaultController], providers: [Lock] })
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
