import {
  ArgumentMetadata,
  BadRequestException,
  Body,
  ConflictException,
  Controller,
  FileTypeValidator,
  HttpStatus,
  MaxFileSizeValidator,
  Module,
  ParseFilePipe,
  ParseFilePipeBuilder,
  PipeTransform,
  Post,
  UploadedFile,
  UploadedFiles,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FileFieldsInterceptor, FileInterceptor, FilesInterceptor } from '@nestjs/platform-express';

/** Looks at files only: what else passes it has another type. */
class NotEmpty implements PipeTransform {
  transform(value: Express.Multer.File, { type }: ArgumentMetadata) {
    if (type !== 'custom') return value;
    if (!value) throw new ConflictException('nothing was sent');
    return value;
  }
}

class Scan extends ParseFilePipe {
  constructor() {
    super({ validators: [new MaxFileSizeValidator({ maxSize: 4096 })], errorHttpStatusCode: HttpStatus.PAYLOAD_TOO_LARGE, fileIsRequired: false });
  }
}

class Strict extends ParseFilePipe {
  async transform(value: Express.Multer.File) {
    const file = await super.transform(value);
    if (file.originalname.includes('..')) throw new BadRequestException('a path is no name');
    return file;
  }
}

const stencil = (fileIsRequired: boolean) => {
  const builder = new ParseFilePipeBuilder();
  builder.addFileTypeValidator({ fileType: 'svg' });
  return builder.build({ errorHttpStatusCode: HttpStatus.UNPROCESSABLE_ENTITY, fileIsRequired });
};

@Controller('prints')
class PrintController {
  @Post('demanded')
  @UseInterceptors(FileInterceptor('plate'))
  demanded(@UploadedFile(stencil(true)) plate: Express.Multer.File) {
    return { named: plate.originalname };
  }

  @Post('spared')
  @UseInterceptors(FileInterceptor('plate'))
  spared(@UploadedFile(stencil(false)) plate?: Express.Multer.File) {
    return { sent: plate !== undefined };
  }

  // Without validators only its absence is refused; without either nothing is.
  @Post('bare')
  @UseInterceptors(FileInterceptor('plate'))
  bare(@UploadedFile(new ParseFilePipe()) plate: Express.Multer.File) {
    return { bytes: plate.size };
  }
  @Post('anything')
  @UseInterceptors(FileInterceptor('plate'))
  anything(@UploadedFile(new ParseFilePipe({ fileIsRequired: false })) plate: Express.Multer.File) {
    return { bytes: plate.size };
  }

  @Post('made')
  @UseInterceptors(FileInterceptor('plate'))
  made(
    @UploadedFile(
      new ParseFilePipe({
        validators: [new FileTypeValidator({ fileType: 'image/tiff' })],
        exceptionFactory: (said) => new ConflictException({ plate: said }),
      }),
    )
    plate: Express.Multer.File,
  ) {
    return { bytes: plate.size };
  }

  @Post('scanned')
  @UseInterceptors(FileInterceptor('plate'))
  scanned(@UploadedFile(new Scan()) plate: Express.Multer.File) {
    return { bytes: plate.size };
  }

  @Post('strict')
  @UseInterceptors(FileInterceptor('plate'))
  strict(@UploadedFile(Strict) plate: Express.Multer.File) {
    return { named: plate.originalname };
  }

  @Post('series')
  @UseInterceptors(FilesInterceptor('plates', 4))
  series(@UploadedFiles(new ParseFilePipe()) plates: Express.Multer.File[]) {
    return plates.map((plate) => ({ named: plate.originalname }));
  }

  // Which of the fields is demanded nobody says.
  @Post('pair')
  @UseInterceptors(FileFieldsInterceptor([{ name: 'front', maxCount: 1 }, { name: 'back', maxCount: 1 }]))
  pair(@UploadedFiles(new ParseFilePipe()) sides: { front?: Express.Multer.File[]; back?: Express.Multer.File[] }) {
    return { front: sides.front?.[0].size };
  }

  @Post('own')
  @UsePipes(NotEmpty)
  @UseInterceptors(FileInterceptor('plate'))
  own(@Body('title') title: string, @UploadedFile() plate: Express.Multer.File) {
    return { title, bytes: plate.size };
  }

  @Post('asked')
  @UseInterceptors(FileInterceptor('plate'))
  asked(@UploadedFile() plate: Express.Multer.File) {
    if (!plate) throw new BadRequestException('no plate');
    return { bytes: plate.size };
  }
}

@Module({ controllers: [PrintController] })
class PressModule {}

void NestFactory.create(PressModule).then((press) => press.listen(3000));
