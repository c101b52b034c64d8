// With `passthrough` what is returned is sent, but for what the method has sent itself.
import { Controller, Delete, Get, HttpCode, Module, Param, Post, Query, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Response } from 'express';
import { Timetable } from 'ferry-timetable';

const timetable = new Timetable();

@Controller('ferry')
class FerryController {
  @Get('board') board(@Res({ passthrough: true }) res: Response): void {
    res.cookie('seat', 'a1');
    res.redirect(307, 'https://pier.example/board');
  }

  // One way sends, the other gives.
  @Get('cross') async cross(@Query('fare') fare: string, @Res({ passthrough: true }) res: Response) {
    if (!fare) {
      res.redirect('/ferry/fares');
      return;
    }
    return { fare };
  }

  // One way sends, on the other nothing is given: an empty answer.
  @Post('horn') async horn(@Res({ passthrough: true }) res: Response) {
    const foggy = await timetable.foggy();
    if (foggy) res.status(409).json({ fog: true });
  }

  // Both ways send.
  @Get('tide') async tide(@Res({ passthrough: true }) res: Response) {
    try {
      res.json({ height: Number(await timetable.tide()) });
    } catch {
      res.status(503).json({ reason: 'no tide' });
    }
  }

  // Headers and cookies send nothing.
  @Delete('seat/:row') @HttpCode(202) leave(@Param('row') row: string, @Res({ passthrough: true }) res: Response) {
    res.clearCookie('seat');
    return { row };
  }

  // Without `passthrough` nothing that is returned is sent.
  @Get('mast') mast(@Res() res: Response) {
    if (!res.headersSent) res.status(203).json({ flag: 'blue' });
    if (!res.headersSent) res.status(500).end();
    return { sail: 'red' };
  }
}

@Module({ controllers: [FerryController] })
class FerryModule {}

async function depart() {
  const ferry = await NestFactory.create(FerryModule);
  await ferry.listen(4400);
}
void depart();
