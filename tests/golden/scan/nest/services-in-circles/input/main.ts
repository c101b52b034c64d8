import { Controller, forwardRef, Get, Inject, Injectable, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** Their types say nothing of what they give. Whoever is made first is asked for by what it asks for. */
@Injectable()
class StaffService {
  constructor(@Inject(forwardRef(() => BakersService)) private readonly bakers: BakersService) {}

  current(type: string): any {
    return { status: 'found', person: type === 'baker' ? this.bakers.first() : null };
  }

  greeting(): any {
    return { greeting: 'good morning' };
  }
}

@Injectable()
class OvensService {
  @Inject(forwardRef(() => BakersService)) private readonly bakers: BakersService;

  all(): any {
    return [{ degrees: 230, baker: this.bakers.first() }];
  }
}

@Injectable()
class BakersService {
  constructor(
    @Inject(forwardRef(() => StaffService)) private readonly staff: StaffService,
    private readonly ovens: OvensService,
  ) {}

  first(): any {
    return { name: 'Ilse', since: 2009 };
  }

  greeted(): any {
    return { ...this.staff.greeting(), ovens: this.ovens.all().length };
  }
}

@Controller('staff')
class StaffController {
  constructor(private readonly staff: StaffService) {}

  @Get(':type')
  one(@Param('type') type: string) {
    return this.staff.current(type);
  }
}

@Controller('bakers')
class BakersController {
  constructor(
    private readonly bakers: BakersService,
    private readonly ovens: OvensService,
  ) {}

  @Get('greeted')
  greeted() {
    return this.bakers.greeted();
  }

  @Get('ovens')
  all() {
    return this.ovens.all();
  }
}

@Module({ controllers: [StaffController, BakersController], providers: [StaffService, BakersService, OvensService] })
class MillModule {}

void NestFactory.create(MillModule).then((mill) => mill.listen(1));
