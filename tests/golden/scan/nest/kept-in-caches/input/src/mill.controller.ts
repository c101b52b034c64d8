import { Controller, Get } from '@nestjs/common';
import { MillService } from './mill.service';

@Controller('mill')
export class MillController {
  constructor(private readonly mill: MillService) {}

  @Get('got')
  got() {
    return this.mill.got();
  }

  @Get('wrapped')
  wrapped() {
    return this.mill.wrapped();
  }

  @Get('sacks')
  async sacks() {
    return this.mill.inSacks();
  }
}
