import { Body, Get as Read, Post } from '@harbour/stereotypes/http'; //~ project/unmodelled-framework
import { Delete } from '../own-decorators';

// No list names the package: its decorators bind methods to requests. Those of the program itself are evaluated.
export class Pier {
  @Read('/pier')
  read() {
    return { free: 3 };
  }

  @Post('/pier')
  moor(@Body() ship: { name: string }) {
    return ship;
  }

  @Delete('/pier')
  leave() {
    return {};
  }
}
