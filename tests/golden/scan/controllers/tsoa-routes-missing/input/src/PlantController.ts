import { Body, Controller, Delete, FormField, Get, Middlewares, Path, Post, Queries, Query, Res, Response, Route, Security, SuccessResponse, Tags, type TsoaResponse, UploadedFile } from 'tsoa';

const watered = (request: any, response: any, next: () => void): void => next();
const shaded = (request: any, response: any, next: () => void): void => next();

interface NewPlant { sort: string; height: number }

@Route('plants')
@Tags('plants')
@Middlewares(watered)
export class PlantController extends Controller {
  @Get()
  public async list(@Query() limit: number, @Query('after') from?: string): Promise<{ sort: string }[]> { return [{ sort: 'fern' }]; }

  @Get('{plant}')
  @Response('404')
  public async one(@Path() plant: number): Promise<{ plant: number }> { return { plant }; }

  @Post('/')
  @SuccessResponse('201', 'planted')
  @Security('jwt', ['gardener'])
  @Middlewares(shaded)
  public async plant(@Body() body: NewPlant): Promise<{ sort: string; height: number }> { return { sort: body.sort, height: body.height }; }

  @Delete('{plant}')
  public async remove(plant: number): Promise<void> { this.setStatus(202); }

  // The picture need not be sent.
  @Post('{plant}/notes')
  public async note(@Path() plant: number, @FormField() text: string, @UploadedFile() picture?: Express.Multer.File): Promise<{ text: string }> { return { text }; }

  @Get('search/all')
  public async search(@Queries() wanted: { sort: string; height?: number }): Promise<{ sort: string }[]> { return [{ sort: wanted.sort }]; }

  // What answers has answered: nothing is sent behind it.
  @Delete('{plant}/notes')
  public async forget(@Path() plant: number, @Res() none: TsoaResponse<404, { why: string }>): Promise<{ plant: number }> {
    if (plant > 3) return none(404, { why: 'no notes' });
    return { plant };
  }
}
