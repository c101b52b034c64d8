import { Body, Controller, Module, Post, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';

@Controller('archive')
class ArchiveController {
  // The file is read from the request by hand: only the documentation says what is sent.
  @Post('boxes')
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: { type: 'object', properties: { box: { type: 'string', format: 'binary' }, shelf: { type: 'string' } } } })
  store(@Req() request: unknown) {
    return { stored: true };
  }

  @Post('labels')
  @ApiBody({ schema: { type: 'object', properties: { label: { type: 'string' } } } })
  label(@Body() body: unknown) {
    return { labelled: true };
  }
}

@Module({ controllers: [ArchiveController] })
class ArchiveModule {}

async function main() {
  const app = await NestFactory.create(ArchiveModule);
  await app.listen(3000);
}
void main();
