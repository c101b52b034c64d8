import { Body, Controller, Delete, Get, Middlewares, Path, Post, Query, Response, Route, Security, SuccessResponse, Tags } from 'tsoa';

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
}
