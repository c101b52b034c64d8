import { IsInt, IsString, Max, MinLength } from 'class-validator';
import { Authorized, Body, CurrentUser, Delete, Get, HeaderParam, HttpCode, JsonController, NotFoundError, OnUndefined, Param, Post, Put, QueryParam, UploadedFile, UseBefore } from 'routing-controllers';
import { Weigh } from '../guards/Weigh';
import { stamp } from '../guards/stamp';

class NewApple {
  @IsString() @MinLength(3) sort!: string;
  @IsInt() @Max(900) grams!: number;
}

@JsonController('/apples')
@UseBefore(stamp)
export class AppleController {
  @Get()
  list(@QueryParam('ripe', { required: true }) ripe: boolean, @QueryParam('limit') limit: number) {
    return [{ sort: 'Boskoop', ripe, limit }];
  }

  @Get('/:id(\\d+)')
  one(@Param('id') id: number, @HeaderParam('x-trace') trace: string) {
    if (id > 100) throw new NotFoundError('no such apple');
    return { id, trace };
  }

  @Post('/')
  @HttpCode(201)
  @UseBefore(Weigh)
  @Authorized(['gardener'])
  create(@Body() apple: NewApple, @CurrentUser() user: { name: string }) {
    return { id: 1, sort: apple.sort, by: user.name };
  }

  @Put('/:id/photo')
  @Authorized()
  photo(@Param('id') id: number, @UploadedFile('picture') picture: unknown) {
    return { id, stored: picture !== undefined };
  }

  @Delete('/:id')
  @OnUndefined(204)
  async remove(@Param('id') id: number): Promise<void> {}

  notARoute() {}
}
