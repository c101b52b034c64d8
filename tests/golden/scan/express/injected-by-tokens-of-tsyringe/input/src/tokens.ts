export enum Token { Prefix = 'prefix', Guard = 'guard', Forge = 'forge', Ledger = 'ledger' }
