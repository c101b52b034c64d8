import { Body, Controller, Get, Module, Post, Put, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiBody, ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';

@Controller('sails')
class SailsController {
  // An object, of which the code knows the members.
  @Get() @ApiOkResponse({ schema: { type: 'object' }, description: 'All of them' }) list() { return { sails: [{ area: 12 }] }; }
  @Get('areas') @ApiOkResponse({ schema: { type: 'array', items: { type: 'object' } } }) areas() { return [{ area: 12 }]; }
  @Put() @ApiBody({ schema: { type: 'object' } }) @ApiOkResponse({ schema: { type: 'object' } }) mend(@Body() body: { patches: number; thread?: string }) { return { mended: body.patches }; }

  // A POST answers 201, whatever it is handed and documentation says.
  @Post() @ApiOkResponse({ description: 'Set' }) set(@Req() request: { user?: { name: string } }) { return { by: request.user?.name }; }
  @Post('reef') @ApiOkResponse({ description: 'Reefed' }) @ApiCreatedResponse({ description: 'Reefed anew' }) reef(@Req() _request: unknown) { return { rows: 2 }; }
  @Post('furl') @ApiOkResponse({ description: 'Furled' }) furl(@Res() answer: { status(code: number): { json(body: unknown): void } }) { answer.status(200).json({ furled: true }); }
}

@Module({ controllers: [SailsController] }) class SailsModule {}

void NestFactory.create(SailsModule).then((sails) => sails.listen(1));
