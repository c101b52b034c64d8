// What `@Res()` gives sends a text as it is: where its type says JSON it is the data that it was made of.
import { Controller, Get, Module, Query, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

@Controller('barns')
class Barns {
  @Get('send')
  send(@Query('bales') bales: string, @Res() res: any) {
    res.type('json').send(JSON.stringify({ bales: Number(bales) }));
  }

  @Get('end')
  end(@Res() res: any) {
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify({ bales: 3 }));
  }

  @Get('page')
  page(@Res() res: any) {
    res.send(JSON.stringify({ bales: 3 }));
  }
}

@Module({ controllers: [Barns] })
class Farm {}

void NestFactory.create(Farm).then((server) => server.listen(3000));
