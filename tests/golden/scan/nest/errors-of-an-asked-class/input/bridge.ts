import { Controller, Get, HttpException, InternalServerErrorException, Module, NotFoundException, Param, Post, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import axios from 'axios';
import { getManager } from 'typeorm';

class TollError extends Error {
  constructor(readonly status: number, message: string, readonly reason: string) {
    super(message);
  }
}
class Unpaid extends TollError {
  constructor() {
    super(402, 'the toll is not paid', 'UNPAID');
  }
}
interface Reply { status(code: number): Reply; json(body: unknown): Reply }

const refuse = (error: unknown, reply: Reply): Reply => {
  if (error instanceof TollError) return reply.status(error.status).json({ reason: error.reason });
  return reply.status(500).json({ reason: 'BROKEN' });
};

@Controller('crossings')
class Crossings {
  /** What is thrown on is of the framework's class: those that are thrown in the block are known. */
  @Get(':id') async one(@Param('id') id: string) {
    try {
      const rows = await getManager().query('select 1');
      if (id === '0') throw new NotFoundException('nobody has crossed');
      return { id, crossed: rows.length > 0 };
    } catch (error) {
      if (error instanceof HttpException) throw error;
      throw new InternalServerErrorException('the bridge is closed');
    }
  }

  /** A class of the program, asked for by a helper. */
  @Post(':id') async cross(@Param('id') id: string, @Res() reply: Reply) {
    try {
      await getManager().query('select 2');
      if (id === '1') throw new Unpaid();
      return reply.status(201).json({ crossed: true });
    } catch (error) {
      return refuse(error, reply);
    }
  }

  /** The status of another server is not one of a class. */
  @Get(':id/ferry') async ferry(@Param('id') id: string, @Res() reply: Reply) {
    try {
      await axios.get(`http://ferry/${id}`);
      return reply.status(200).json({ sails: true });
    } catch (error: any) {
      return reply.status(error.response.status).json({ sails: false });
    }
  }

  /** Nothing else is known of it. */
  @Get(':id/raft') async raft(@Param('id') id: string, @Res() reply: Reply) {
    try {
      await axios.get(`http://raft/${id}`);
    } catch (error) {
      if (error instanceof TollError) return reply.status(error.status).json({ reason: error.reason });
    }
  }
}

@Module({ controllers: [Crossings] })
class Bridge {}

NestFactory.create(Bridge).then((bridge) => bridge.listen(4110));
