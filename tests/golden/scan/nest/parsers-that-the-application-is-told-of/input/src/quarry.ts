import { Body, Controller, Module, Post } from '@nestjs/common';

@Controller('stones')
export class StoneController {
  @Post()
  dig(@Body('weight') weight: number) {
    return { weight };
  }
}

@Module({ controllers: [StoneController] })
export class QuarryModule {}
