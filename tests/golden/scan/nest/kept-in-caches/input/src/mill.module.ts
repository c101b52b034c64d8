import { CacheModule } from '@nestjs/cache-manager';
import { Module } from '@nestjs/common';
import { LedgerController } from './ledger.controller';
import { MillController } from './mill.controller';
import { MillService } from './mill.service';
import { SackService } from './sack.service';

@Module({
  imports: [CacheModule.register({ ttl: 5, isGlobal: true })],
  controllers: [LedgerController, MillController],
  providers: [MillService, SackService],
})
export class MillModule {}
