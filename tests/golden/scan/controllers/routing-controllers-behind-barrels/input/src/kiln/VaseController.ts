import { Get, JsonController, Param } from 'routing-controllers';

@JsonController('/vases')
export class VaseController {
  @Get('/:vase')
  one(@Param('vase') vase: string) {
    return { vase };
  }
}
