import { Controller, Get, Module, VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import semver, { major } from 'semver';
import { version } from './package.json';

@Controller('papers')
class Papers {
  @Get()
  list() {
    return [];
  }
}
@Controller({ path: 'plates', version: `${major('v1.9.0')}` })
class Plates {
  @Get()
  list() {
    return [];
  }
}
@Controller(`ink-${semver.minor(version)}.${semver.patch(version)}`)
class Ink {
  @Get()
  list() {
    return [];
  }
}
// What is no version is none that anybody knows, nor is one of an environment.
@Controller({ path: 'rolls', version: String(major(process.env.ROLLS!)) })
class Rolls {
  @Get() //~ project/unknown-path
  list() {
    return [];
  }
}
@Controller(`glue-${semver.inc('1.0.0', 'major')}`)
class Glue {
  @Get() //~ project/unknown-path
  list() {
    return [];
  }
}

@Module({ controllers: [Papers, Plates, Ink, Rolls, Glue] })
class Press {}

NestFactory.create(Press).then((app) => {
  app.enableVersioning({ type: VersioningType.URI, defaultVersion: String(major(version)) });
  return app.listen(3000);
});
