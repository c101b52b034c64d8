// Services that ask for each other in circles: whether something in them is made for each request is found out once, however many ways there are.
import { Controller, Get, Inject, Injectable, Module, Scope, forwardRef, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';

type Body = { readonly name: string };

@Injectable()
class Mercury {
  readonly name = 'mercury';
  constructor(
    @Inject(forwardRef(() => Venus)) readonly venus: Body,
    @Inject(forwardRef(() => Earth)) readonly earth: Body,
    @Inject(forwardRef(() => Mars)) readonly mars: Body,
    @Inject(forwardRef(() => Saturn)) readonly saturn: Body,
    @Inject(forwardRef(() => Neptune)) readonly neptune: Body,
  ) {}
}

@Injectable()
class Venus {
  readonly name = 'venus';
  constructor(
    @Inject(forwardRef(() => Earth)) readonly earth: Body,
    @Inject(forwardRef(() => Mars)) readonly mars: Body,
    @Inject(forwardRef(() => Jupiter)) readonly jupiter: Body,
    @Inject(forwardRef(() => Uranus)) readonly uranus: Body,
    @Inject(forwardRef(() => Mercury)) readonly mercury: Body,
  ) {}
}

@Injectable()
class Earth {
  readonly name = 'earth';
  constructor(
    @Inject(forwardRef(() => Mars)) readonly mars: Body,
    @Inject(forwardRef(() => Jupiter)) readonly jupiter: Body,
    @Inject(forwardRef(() => Saturn)) readonly saturn: Body,
    @Inject(forwardRef(() => Neptune)) readonly neptune: Body,
    @Inject(forwardRef(() => Venus)) readonly venus: Body,
  ) {}
}

@Injectable()
class Mars {
  readonly name = 'mars';
  constructor(
    @Inject(forwardRef(() => Jupiter)) readonly jupiter: Body,
    @Inject(forwardRef(() => Saturn)) readonly saturn: Body,
    @Inject(forwardRef(() => Uranus)) readonly uranus: Body,
    @Inject(forwardRef(() => Mercury)) readonly mercury: Body,
    @Inject(forwardRef(() => Earth)) readonly earth: Body,
  ) {}
}

@Injectable()
class Jupiter {
  readonly name = 'jupiter';
  constructor(
    @Inject(forwardRef(() => Saturn)) readonly saturn: Body,
    @Inject(forwardRef(() => Uranus)) readonly uranus: Body,
    @Inject(forwardRef(() => Neptune)) readonly neptune: Body,
    @Inject(forwardRef(() => Venus)) readonly venus: Body,
    @Inject(forwardRef(() => Mars)) readonly mars: Body,
  ) {}
}

@Injectable()
class Saturn {
  readonly name = 'saturn';
  constructor(
    @Inject(forwardRef(() => Uranus)) readonly uranus: Body,
    @Inject(forwardRef(() => Neptune)) readonly neptune: Body,
    @Inject(forwardRef(() => Mercury)) readonly mercury: Body,
    @Inject(forwardRef(() => Earth)) readonly earth: Body,
    @Inject(forwardRef(() => Jupiter)) readonly jupiter: Body,
  ) {}
}

@Injectable()
class Uranus {
  readonly name = 'uranus';
  constructor(
    @Inject(forwardRef(() => Neptune)) readonly neptune: Body,
    @Inject(forwardRef(() => Mercury)) readonly mercury: Body,
    @Inject(forwardRef(() => Venus)) readonly venus: Body,
    @Inject(forwardRef(() => Mars)) readonly mars: Body,
    @Inject(forwardRef(() => Saturn)) readonly saturn: Body,
    @Inject(forwardRef(() => Comet)) readonly comet: Body,
  ) {}
}

@Injectable()
class Neptune {
  readonly name = 'neptune';
  constructor(
    @Inject(forwardRef(() => Mercury)) readonly mercury: Body,
    @Inject(forwardRef(() => Venus)) readonly venus: Body,
    @Inject(forwardRef(() => Earth)) readonly earth: Body,
    @Inject(forwardRef(() => Jupiter)) readonly jupiter: Body,
    @Inject(forwardRef(() => Uranus)) readonly uranus: Body,
  ) {}
}

// Only this one is made for each request, and so is whatever a way leads from to it.
@Injectable({ scope: Scope.REQUEST })
class Comet {
  readonly name = 'comet';
}

// It is made when the application starts.
@Injectable()
class Sun implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit() {
    this.host.httpAdapter.getInstance().get('/sun', (request: unknown, response: { json(body: object): void }) => response.json({ shines: true }));
  }
}

// It has no instance yet when it starts.
@Injectable()
class Moon implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(forwardRef(() => Earth)) readonly earth: Body,
  ) {}

  onModuleInit() {
    this.host.httpAdapter.getInstance().get('/moon', (request: unknown, response: { json(body: object): void }) => response.json({ full: true }));
  }
}

@Controller('planets')
class PlanetController implements OnModuleInit {
  constructor(@Inject(forwardRef(() => Mars)) private readonly mars: Body) {}

  onModuleInit() {}
  @Get() all() {
    return [this.mars.name];
  }
  @Get(':name') one() {
    return { rings: 0 };
  }
}

@Module({ controllers: [PlanetController], providers: [Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus, Neptune, Comet, Sun, Moon] })
class Orrery {}

async function turn() {
  const orrery = await NestFactory.create(Orrery);
  await orrery.listen(3000);
}
void turn();
