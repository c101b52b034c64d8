import { Controller, Get, Route } from 'tsoa';

@Route('gates')
export class GateController extends Controller {
  @Get()
  public async all(): Promise<{ open: boolean }[]> {
    return [{ open: true }];
  }
}
