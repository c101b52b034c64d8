import { Controller, Get, Module, Post, forwardRef } from '@nestjs/common';
import { HouseModule } from './house';

@Controller('attic')
export class AtticController {
  @Get() look() { return 'x'; }
  @Post('clean') clean() { return 'x'; }
}

@Module({ imports: [forwardRef(() => HouseModule)], controllers: [AtticController] })
export class AtticModule {}
