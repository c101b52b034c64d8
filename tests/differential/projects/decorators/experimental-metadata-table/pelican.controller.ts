import { Controller, Get, Guard, Post } from './framework';
function ringed(req: any, res: any, next: any) { next(); }
@Controller('/pelicans')
export class PelicanController {
  @Get() list(req: any, res: any) { res.end(); }
  @Get('/:pelican') one(req: any, res: any) { res.end(); }
  @Guard(ringed) @Post('/:pelican/fish') feed(req: any, res: any) { res.end(); }
}
