import { Configuration, Controller, Get } from '@tsed/common';

@Controller('/quays')
class Quays {
  @Get('/') all() { return []; }
}

@Configuration({ mount: { '/rest': [Quays] } })
export class Harbour {}
