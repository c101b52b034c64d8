import { Get, JsonController } from 'routing-controllers';

@JsonController('/bowls')
export class BowlController {
  @Get('/')
  list() {
    return [{ glaze: 'ash' }];
  }
}
