import { Controller, Get } from 'routing-controllers';

@Controller('/flour')
export class FlourController {
  @Get("/kinds") //~ project/unknown-path
  kinds() { return 'rye, wheat'; }
}
