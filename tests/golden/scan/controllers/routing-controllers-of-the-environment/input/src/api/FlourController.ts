import { Controller, Get } from 'routing-controllers';

@Controller('/flour')
export class FlourController {
  @Get('/kinds')
  kinds() { return 'rye, wheat'; }
}
