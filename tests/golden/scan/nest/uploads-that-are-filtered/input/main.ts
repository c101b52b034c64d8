import { BadRequestException, Controller, Module, Post, UploadedFile, UploadedFiles, UseInterceptors } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FileInterceptor, FilesInterceptor } from '@nestjs/platform-express';

type Decide = (error: Error | null, takes: boolean) => void;

const onlyCharts = (_request: unknown, file: Express.Multer.File, decide: Decide) => {
  if (!file.originalname.endsWith('.kap')) return decide(new BadRequestException('charts only'), false);
  decide(null, true);
};
/** Leaves others out, and refuses nobody. */
const quiet = (_request: unknown, file: Express.Multer.File, decide: Decide) => decide(null, file.mimetype === 'text/plain');

@Controller('charts')
class ChartController {
  @Post('filtered')
  @UseInterceptors(FileInterceptor('chart', { fileFilter: onlyCharts }))
  filtered(@UploadedFile() chart: Express.Multer.File) {
    return { bytes: chart?.size };
  }
  @Post('quiet')
  @UseInterceptors(FileInterceptor('chart', { fileFilter: quiet }))
  quiet(@UploadedFile() chart: Express.Multer.File) {
    return { bytes: chart?.size };
  }
  @Post('limited')
  @UseInterceptors(FilesInterceptor('charts', 8, { fileFilter: onlyCharts, limits: { fileSize: 1024 } }))
  limited(@UploadedFiles() charts: Express.Multer.File[]) {
    return { count: charts.length };
  }
}

@Module({ controllers: [ChartController] })
class ChartModule {}
void NestFactory.create(ChartModule).then((table) => table.listen(3000));
