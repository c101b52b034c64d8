import { Controller, Delete, Get, Use } from './decorators';
function tusked(req: any, res: any, next: any) { next(); }
@Controller('/walruses')
export class WalrusController {
  @Get('/') all(req: any, res: any) { res.end(); }
  @Delete('/:walrus') @Use(tusked) remove(req: any, res: any) { res.end(); }
}
