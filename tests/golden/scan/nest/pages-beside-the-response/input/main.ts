// `@Render`, `@Redirect` and `@Sse` answer whatever the method asks for the response: only what is returned otherwise is left to who took it.
import { Controller, Get, Module, Query, Redirect, Render, Res, Sse } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { interval, map } from 'rxjs';

@Controller('museum')
class Museum {
  @Get('hall')
  @Render('hall')
  hall(@Res() res: any) {
    return { pictures: 3 };
  }

  @Get('cellar')
  @Render('cellar')
  cellar(@Query('key') key: string, @Res() res: any) {
    if (!key) return res.redirect(307, '/museum/hall');
    return { pictures: 0 };
  }

  @Get('old')
  @Redirect('/museum/hall', 301)
  old(@Res() res: any) {}

  @Sse('visitors')
  visitors(@Res() res: any) {
    return interval(1000).pipe(map((count) => ({ data: { count } })));
  }

  @Get('taken')
  taken(@Res() res: any) {
    return { pictures: 3 };
  }
}

@Module({ controllers: [Museum] })
class House {}

void NestFactory.create(House).then((server) => server.listen(3000));
