import { ForbiddenException, Get, Controller, Injectable, Module, NotImplementedException, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

interface Gauge {
  admits(depth: string): boolean;
}

@Injectable()
class Gauges {
  private readonly byName = new Map<string, Gauge>();
  private readonly list: Gauge[] = [];
  add(name: string, gauge: Gauge) {
    this.byName.set(name, gauge);
    this.list.push(gauge);
  }
  named(name: string): Gauge {
    const gauge = this.byName.get(name);
    if (!gauge) throw new NotImplementedException(name);
    return gauge;
  }
}

/** Its constructor makes itself known: the framework makes every provider, whoever asks for it. */
@Injectable()
class Sonar implements Gauge {
  constructor(gauges: Gauges) {
    gauges.add('sonar', this);
  }
  admits(depth: string) {
    return depth !== '9000';
  }
}

/** The same in a class that it extends, and under another token. */
abstract class Hung implements Gauge {
  constructor(private readonly gauges: Gauges) {
    this.gauges.add('lead', this);
  }
  abstract admits(depth: string): boolean;
}
@Injectable()
class Lead extends Hung {
  admits(depth: string) {
    return depth !== '200';
  }
}

@Controller('soundings')
class SoundingController {
  constructor(private readonly gauges: Gauges) {}
  @Get('sonar/:depth')
  sonar(@Param('depth') depth: string) {
    if (!this.gauges.named('sonar').admits(depth)) throw new ForbiddenException('too deep');
    return { depth };
  }
  @Get('lead/:depth')
  lead(@Param('depth') depth: string) {
    if (!this.gauges.named('lead').admits(depth)) throw new ForbiddenException('too deep');
    return { depth };
  }
  @Get('none/:depth')
  none(@Param('depth') depth: string) {
    return { admitted: this.gauges.named('none').admits(depth) };
  }
}

@Module({ providers: [Gauges], exports: [Gauges] })
class GaugeModule {}
@Module({ imports: [GaugeModule], providers: [Sonar, { provide: 'LEAD', useClass: Lead }] })
class InstrumentModule {}
@Module({ imports: [GaugeModule, InstrumentModule], controllers: [SoundingController] })
class SurveyModule {}

void NestFactory.create(SurveyModule).then((survey) => survey.listen(3000));
