import { Module } from '@nestjs/common';
import { BerthController, FlagshipController, LogController, MooringController, ShipController, VoyageController } from './controllers';
import { BerthService, LogService, ShipService, VoyageService } from './services';

@Module({
  controllers: [ShipController, VoyageController, BerthController, FlagshipController, LogController, MooringController],
  providers: [ShipService, VoyageService, BerthService, LogService],
})
export class HarbourModule {}
