import 'reflect-metadata';
import { Injectable } from '@nestjs/common';

export interface Parcel {
  to: string;
  weight: number;
}

export abstract class Carrier {
  abstract send(parcel: Parcel): Promise<unknown>;
  collect?(parcel: Parcel): Promise<{ at: string }>;
}

// Each carrier enters itself in a table. They are too many for the way of each to be followed by itself.
export function carrier(name: string, kind: string): ClassDecorator {
  return (target) => {
    Injectable()(target);
    const known = Reflect.getMetadata('carriers', Carrier) || [];
    Reflect.defineMetadata('carriers', [...known, { target, name, kind }], Carrier);
  };
}

@carrier('post', 'slow')
export class PostCarrier extends Carrier {
  async send(parcel: Parcel) {
    return { stamp: `p-${parcel.to}` };
  }
}

@carrier('rail', 'slow')
export class RailCarrier extends Carrier {
  async send(parcel: Parcel) {
    return { wagon: parcel.weight };
  }
}

@carrier('courier', 'fast')
export class CourierCarrier extends Carrier {
  async send() {
    return { rider: true };
  }
  async collect(parcel: Parcel) {
    return { at: parcel.to };
  }
}

@carrier('boat', 'odd')
export class BoatCarrier extends Carrier {
  async send() {
    return { boat: true };
  }
}

@carrier('bike', 'odd')
export class BikeCarrier extends Carrier {
  async send() {
    return { bike: true };
  }
}

@carrier('drone', 'odd')
export class DroneCarrier extends Carrier {
  async send() {
    return { drone: true };
  }
}

@carrier('pigeon', 'odd')
export class PigeonCarrier extends Carrier {
  async send() {
    return { pigeon: true };
  }
}

@carrier('sled', 'odd')
export class SledCarrier extends Carrier {
  async send() {
    return { sled: true };
  }
}
