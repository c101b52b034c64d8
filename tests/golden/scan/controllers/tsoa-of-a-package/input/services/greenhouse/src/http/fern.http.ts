import { Controller, Delete, Get, Path, Route, Security } from 'tsoa';

@Route('ferns')
export class FernHttp extends Controller {
  @Get('{fern}')
  public async one(@Path() fern: number): Promise<{ fern: number }> {
    return { fern };
  }

  @Delete('{fern}')
  @Security('jwt')
  public async remove(@Path() fern: number): Promise<void> {}
}
