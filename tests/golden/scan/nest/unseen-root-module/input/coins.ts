import { Controller, Get } from '@nestjs/common';

@Controller({ path: 'coins', version: '3' })
export class CoinController {
  @Get(':year') ofYear() { return []; }
}
