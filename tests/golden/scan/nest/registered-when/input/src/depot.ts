import { Controller, Get, Module } from '@nestjs/common';
import { ConditionalModule, ConfigModule } from '@nestjs/config';
import { NestFactory } from '@nestjs/core';

@Controller('timetable') class Timetable { @Get() read() { return []; } }
@Controller('tickets') class Tickets { @Get() read() { return []; } }
@Controller('simulator') class Simulator { @Get() read() { return []; } }
@Controller('museum') class Museum { @Get() read() { return []; } }
@Controller('ghosts') class Ghosts { @Get() read() { return []; } } //~ nest/unreached-controller

@Module({ controllers: [Timetable] }) class TimetableModule {}
@Module({ controllers: [Tickets] }) class TicketsModule {}
@Module({ controllers: [Simulator] }) class SimulatorModule {}
@Module({ controllers: [Museum] }) class MuseumModule {}
@Module({ controllers: [Ghosts] }) class GhostsModule {}

@Module({
  imports: [
    ConfigModule.forRoot(),
    // Always.
    ConditionalModule.registerWhen(TimetableModule, () => true),
    // Unless the variable says "false".
    ConditionalModule.registerWhen(TicketsModule, 'SELL_TICKETS'),
    // Only where the variable names it.
    ConditionalModule.registerWhen(SimulatorModule, (variables: NodeJS.ProcessEnv) => Boolean(variables['MACHINES']?.split(',').includes('simulator'))),
    // Only run time knows.
    ConditionalModule.registerWhen(MuseumModule, () => Date.now() % 7 === 0),
    // Never.
    ConditionalModule.registerWhen(GhostsModule, () => false),
  ],
})
class Depot {}

NestFactory.create(Depot).then((depot) => depot.listen(4020));
