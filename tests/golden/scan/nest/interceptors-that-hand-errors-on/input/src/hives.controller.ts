import {
  BadRequestException,
  Body,
  ConflictException,
  Controller,
  ForbiddenException,
  Get,
  NotFoundException,
  Param,
  Post,
  UnprocessableEntityException,
  UseInterceptors,
} from '@nestjs/common';
import { Translator, Veil } from './interceptors';

const hives = [{ id: 'one', frames: 8 }];
const find = (id: string) => {
  const hive = hives.find((each) => each.id === id);
  if (!hive) throw new NotFoundException('no such hive');
  return hive;
};

@Controller('hives')
export class HivesController {
  @Get(':id')
  one(@Param('id') id: string) {
    return find(id);
  }

  // Every error is answered as it is, whoever has looked at it.
  @Post(':id/frames')
  add(@Param('id') id: string, @Body() body: { count: number; keeper: string; colour?: string }) {
    const hive = find(id);
    if (!body.count) throw new BadRequestException('how many?');
    if (body.keeper !== 'me') throw new ForbiddenException('whose are they?');
    if (hive.frames > 10) throw new ConflictException('full');
    if (body.colour === 'red') throw new UnprocessableEntityException('bees see no red');
    hive.frames += body.count;
    return { frames: hive.frames };
  }

  @Post(':id/swarms')
  @UseInterceptors(Translator)
  swarm(@Param('id') id: string, @Body() body: { at: string }) {
    const hive = find(id);
    if (!body.at) throw new BadRequestException('when?');
    if (hive.frames < 2) throw new ConflictException('too few');
    return { at: body.at };
  }

  @Get(':id/smoke')
  @UseInterceptors(Veil)
  smoke(@Param('id') id: string) {
    const hive = find(id);
    if (hive.frames === 0) throw new ConflictException('nobody is there');
    return { calm: true };
  }
}
