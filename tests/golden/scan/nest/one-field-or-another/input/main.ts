// A field that is demanded only where another one is missing is not required, whatever is looked at behind it.
import { BadRequestException, Body, Controller, Module, NotFoundException, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsOptional, IsString } from 'class-validator';

declare const cellar: { find(name: string): Promise<{ id: string } | undefined> };

class Wish {
  @IsOptional() @IsString() jarId?: string;
  @IsOptional() @IsString() label?: string;
  @IsOptional() @IsString() after?: string;
  @IsOptional() @IsString() before?: string;
  @IsOptional() @IsString() shelf?: string;
}

@Controller('jars')
class JarController {
  @Post('find')
  async find(@Body() wish: Wish): Promise<{ jars: string[] }> {
    let jarId = wish.jarId;
    if (!jarId) {
      if (!wish.label) throw new BadRequestException('jarId or label');
      const jar = await cellar.find(wish.label);
      if (!jar) return { jars: [] };
      jarId = jar.id;
    } else {
      const jar = await cellar.find(jarId);
      if (!jar) throw new NotFoundException('no such jar');
    }
    if (wish.after) {
      const place = await cellar.find(wish.after);
      if (!place) throw new BadRequestException('after what?');
    }
    if (wish.before) {
      const place = await cellar.find(wish.before);
      if (!place) throw new BadRequestException('before what?');
    }
    return { jars: [jarId] };
  }

  @Post('place')
  async place(@Body() wish: Wish): Promise<{ jars: string[] }> {
    if (!wish.shelf) throw new BadRequestException('which shelf?');
    let jarId = wish.jarId;
    if (!jarId) {
      if (!wish.label) throw new BadRequestException('jarId or label');
      jarId = wish.label;
    }
    if (wish.after) {
      const place = await cellar.find(wish.after);
      if (!place) throw new BadRequestException('after what?');
    }
    return { jars: [jarId, wish.shelf] };
  }
}

@Module({ controllers: [JarController] })
class Larder {}

async function start(): Promise<void> {
  const larder = await NestFactory.create(Larder);
  larder.useGlobalPipes(new ValidationPipe({ whitelist: true }));
  await larder.listen(3000);
}
void start();
