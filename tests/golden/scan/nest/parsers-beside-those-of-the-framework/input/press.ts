import { Body, Controller, Module, Post, UploadedFile, UseInterceptors } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FileInterceptor } from '@nestjs/platform-express';
import * as argon from 'argon2';
import { raw, text } from 'body-parser';

class Sheet {
  motto: string;
}

@Controller('sheets')
class SheetController {
  @Post() print(@Body() sheet: Sheet) { return { motto: sheet.motto }; }
  @Post('sealed') async seal(@Body() sheet: Sheet) { return { ok: await argon.verify('seal', sheet.motto) }; }
  @Post('plate')
  @UseInterceptors(FileInterceptor('plate'))
  plate(@UploadedFile() plate: { buffer: Buffer }) { return { size: plate.buffer.length }; }
}
@Controller('ink')
class InkController {
  @Post() mix(@Body() ink: Buffer) { return { size: ink.length }; }
}

@Module({ controllers: [SheetController, InkController] })
class PressModule {}

// The framework parses JSON all the same, behind parsers that leave it alone; below one path bytes are what is meant.
async function start() {
  const press = await NestFactory.create(PressModule);
  press.use(raw({ type: 'application/octet-stream' }));
  press.use(text());
  press.use('/ink', raw({ type: 'application/json' }));
  await press.listen(3000);
}
void start();
