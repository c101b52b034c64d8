import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Carrier } from './carriers';

interface Entry {
  target: new () => Carrier;
  name: string;
  kind: string;
}

@Injectable()
export class CarrierTable {
  constructor(private readonly providers: ModuleRef) {}

  private get entries(): Entry[] {
    return Reflect.getMetadata('carriers', Carrier) || [];
  }

  named(name: string): Entry & { instance: Carrier } {
    const entry = this.entries.find((each) => each.name === name);
    return { ...entry, instance: this.providers.get(entry.target, { strict: false }) };
  }

  // Among those that are kept with what is alike to them, which one it is has been asked before.
  alike(name: string, kind: string): Carrier {
    const one = this.named(name);
    const other = this.entries.find((each) => each.kind === kind && each.name !== one.name);
    const chosen = [one, other].find((each) => each.kind === kind);
    return this.providers.get(chosen.target);
  }
}
