// What is written to Node's own answer behind a reply of Fastify is what a client gets.
import { Controller, Get, Injectable, Module, Param, Post, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Scales } from 'grain-scales';
import type { FastifyReply } from 'fastify';

@Injectable()
class Millstones {
  private readonly scales = new Scales();
  async *sacks() {
    for await (const sack of await this.scales.weigh()) yield { sack };
  }
}

@Controller('mill')
class MillController {
  constructor(private readonly millstones: Millstones) {}

  @Get('sacks') async sacks(@Res() reply: FastifyReply) {
    reply.raw.setHeader('Content-Type', 'text/event-stream');
    try {
      for await (const { sack } of this.millstones.sacks()) reply.raw.write(`data: ${sack}\n\n`);
    } finally {
      reply.raw.end();
    }
  }

  // The head goes out once, with the status that was set before.
  @Get('flour/:grade') flour(@Param('grade') grade: string, @Res() reply: FastifyReply) {
    const { raw } = reply;
    if (grade === 'none') {
      raw.statusCode = 404;
      raw.end();
      return;
    }
    raw.writeHead(206, { 'content-type': 'application/octet-stream' });
    raw.write('…');
    raw.end();
  }

  // Nothing is sent of what it gives: the answer has gone out.
  @Post('wheel') wheel(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.raw.writeHead(202);
    reply.raw.end();
    return { turning: true };
  }

  // A header alone sends nothing.
  @Get('sieve') sieve(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.raw.setHeader('x-sieve', 'fine');
    return { mesh: 2 };
  }
}

@Module({ controllers: [MillController], providers: [Millstones] })
class MillModule {}

async function grind() {
  const mill = await NestFactory.create(MillModule, new FastifyAdapter());
  await mill.listen(4300);
}
void grind();
