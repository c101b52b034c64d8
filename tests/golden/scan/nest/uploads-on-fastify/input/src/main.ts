import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import multipart from '@fastify/multipart';
import { BadRequestException, Controller, Module, Post, Req, UseInterceptors } from '@nestjs/common';
import { OnlyUploads } from './only-uploads';

@Controller('prints')
class PrintController {
  @Post('one')
  @UseInterceptors(OnlyUploads)
  async one(@Req() request: any) {
    const print = await request.file({ limits: { files: 1 } });
    if (!print) throw new BadRequestException('no print');
    const title = print.fields?.title?.value;
    if (!title) throw new BadRequestException('no title');
    const { note } = print.fields;
    await print.toBuffer();
    return { name: print.filename, title, noted: note.value !== '' };
  }

  @Post('many')
  async many(@Req() request: any) {
    const names: string[] = [];
    for await (const part of request.files()) names.push(part.filename);
    return { names };
  }

  @Post('saved')
  async saved(@Req() request: any) {
    const saved = await request.saveRequestFiles();
    return saved.map((print: any) => ({ name: print.filename }));
  }

  // Nothing is read of it.
  @Post('none')
  async none(@Req() request: any) {
    return { from: request.ip };
  }
}

@Module({ controllers: [PrintController] })
class AppModule {}

async function start() {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter());
  await app.register(multipart);
  await app.listen(3000);
}
void start();
