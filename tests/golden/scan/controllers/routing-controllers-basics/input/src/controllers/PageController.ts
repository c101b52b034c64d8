import { Controller, Get, Redirect, Render, Req, Res, type Request } from 'routing-controllers';

@Controller()
export class PageController {
  @Get('/')
  @Render('home')
  home() { return { title: 'Orchard' }; }

  @Get('/old')
  @Redirect('/api/')
  old() {}

  @Get('/raw')
  raw(@Req() request: any, @Res() response: any) {
    return response.status(202).json({ agent: request.headers['user-agent'] });
  }
}
