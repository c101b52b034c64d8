import { Module } from '@nestjs/common';
import { KeeperController, LampController } from './lighthouse.controllers';
import { Keepers, Logbook, Settings, StillUnmanned } from './lighthouse.services';

@Module({ controllers: [KeeperController, LampController], providers: [Settings, Keepers, Logbook, StillUnmanned] })
export class LighthouseModule {}
