import { Controller, Get, Module } from '@nestjs/common';

@Controller('mugs') class MugsController { @Get() list() { return ['a']; } }
@Module({ controllers: [MugsController] }) export class ShopModule {}
