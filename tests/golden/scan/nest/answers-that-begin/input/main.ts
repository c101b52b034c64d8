import { Controller, Get, Module, NotFoundException, Param, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Response } from 'express';

@Controller('tides')
export class Tides {
  private readonly listeners = new Map<string, { end: () => void }>();

  // It goes out with the headers; what listeners write later is its body.
  @Get('events')
  events(@Res() response: Response) {
    response.set({ 'Content-Type': 'text/event-stream', Connection: 'keep-alive' });
    response.flushHeaders();
    this.listeners.set('events', { end: () => response.end() });
    response.on('close', () => response.end());
  }
  // The status and the type come with the first line, and the end of it is no second answer.
  @Get('log')
  async log(@Res() response: Response) {
    response.writeHead(203, { 'Content-Type': 'text/csv' });
    response.write('at;height\n');
    response.end();
  }
  // What went wrong before is an answer of its own.
  @Get(':station/levels')
  levels(@Param('station') station: string, @Res() response: Response) {
    if (!/^[a-z]+$/.test(station)) throw new NotFoundException('no such station');
    response.status(206).setHeader('Content-Type', 'application/x-ndjson');
    response.write('{}\n');
    response.write('{}\n');
    response.end();
  }
  // Nothing was written: the end is the answer.
  @Get('empty')
  empty(@Res() response: Response) {
    response.setHeader('x-tide', 'low');
    response.status(204).end();
  }
}

@Module({ controllers: [Tides] })
export class Harbour {}

async function start() {
  const app = await NestFactory.create(Harbour);
  await app.listen(4102);
}
void start();
