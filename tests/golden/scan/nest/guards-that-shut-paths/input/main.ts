import { CanActivate, Controller, ExecutionContext, ForbiddenException, Get, Module, Param, Post, Body, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class OnlyThese implements CanActivate {
  private readonly open: Set<string>;
  constructor(paths: string[]) {
    this.open = new Set(paths);
  }
  canActivate(context: ExecutionContext): boolean {
    if (this.open.has(context.switchToHttp().getRequest().path)) return true;
    throw new ForbiddenException();
  }
}

// Whom it knows it lets pass everywhere.
class OnlyKnown implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { path, headers } = context.switchToHttp().getRequest();
    if (path === '/level' || headers['x-farmer']) return true;
    throw new ForbiddenException('who is there?');
  }
}

@Controller()
@UseGuards(OnlyKnown)
class SiloController {
  @Get('level')
  level() {
    return { tons: 3 };
  }
  @Get('lids/:lid')
  lid(@Param('lid') lid: string) {
    return { lid };
  }
  @Post('grain')
  fill(@Body() grain: { tons: number }) {
    return { tons: grain.tons };
  }
}

@Module({ controllers: [SiloController] })
class SiloModule {}

async function start() {
  const silo = await NestFactory.create(SiloModule);
  // What it shuts is served by another process of the same modules.
  silo.useGlobalGuards(new OnlyThese(['/level', '/lids/upper']));
  await silo.listen(3000);
}
start();
