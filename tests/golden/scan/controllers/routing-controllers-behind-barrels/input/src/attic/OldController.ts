import { Get, JsonController } from 'routing-controllers';

/** Nobody loads it. */
@JsonController('/old')
export class OldController {
  @Get('/')
  list() {
    return [];
  }
}
