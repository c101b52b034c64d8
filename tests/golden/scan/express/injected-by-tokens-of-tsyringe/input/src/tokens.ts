export enum Token { Prefix = 'prefix', Guard = 'guard', Forge = 'forge', Ledger = 'ledger' }
export interface Ledger { price(kind: string): number }
