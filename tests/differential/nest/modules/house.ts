import { Controller, DynamicModule, Get, Module, forwardRef } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { AtticModule } from './attic';

@Controller('hall') class HallController { @Get() look() { return 'x'; } }
@Controller('room') class RoomController { @Get() look() { return 'x'; } @Get(':number') one() { return 'x'; } }
@Controller('cellar') class CellarController { @Get() look() { return 'x'; } }
@Controller('lazy') class LazyController { @Get() look() { return 'x'; } }
@Controller() class StairController { @Get('up') up() { return 'x'; } }

@Module({})
export class RoomModule {
  static register(options: { readonly public: boolean }): DynamicModule {
    return { module: RoomModule, controllers: options.public ? [RoomController] : [], providers: [{ provide: 'OPTIONS', useValue: options }] };
  }
  static async forRootAsync(options: { readonly useFactory: () => number }): Promise<DynamicModule> {
    return { module: RoomModule, controllers: [LazyController], providers: [{ provide: 'COUNT', useFactory: options.useFactory }] };
  }
}

@Module({ controllers: [CellarController] })
export class CellarModule {}

@Module({ controllers: [StairController] })
export class StairModule {}

const extra = [StairModule];

@Module({
  imports: [
    RoomModule.register({ public: true }), RoomModule.forRootAsync({ useFactory: () => 3 }), forwardRef(() => AtticModule), CellarModule, CellarModule,
    ...extra, ...(extra.length > 3 ? [CellarModule] : []),
    RouterModule.register([{ path: 'below', module: CellarModule, children: [{ path: 'steps/', module: StairModule }] }, { path: '/top', children: [AtticModule] }]),
  ],
  controllers: [HallController],
})
export class HouseModule {}
