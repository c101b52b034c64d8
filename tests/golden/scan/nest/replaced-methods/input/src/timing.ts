import { types } from 'node:util';
import memoize from 'memoize-fns';

/** Puts another function in the place of a method: which one depends on the method. */
export const Timed = (): MethodDecorator => (_target: object, _name: string | symbol, descriptor: PropertyDescriptor): void => {
  const measured = descriptor.value;
  if (types.isAsyncFunction(measured)) descriptor.value = async function (...given: unknown[]) { return measured.apply(this, given); };
  else descriptor.value = function (...given: unknown[]) { return measured.apply(this, given); };
};

/** The function that takes the place is a package's. */
export const Remembered = (): MethodDecorator => (_target: object, _name: string | symbol, descriptor: PropertyDescriptor): void => { descriptor.value = memoize(descriptor.value); };

/** The same for all methods of a class, with what was said of them before. */
export const TimedClass = (): ClassDecorator => (target: any): void => {
  for (const [name, descriptor] of Object.entries<PropertyDescriptor>(Object.getOwnPropertyDescriptors(target.prototype))) {
    const measured = descriptor.value;
    if (typeof measured !== 'function' || name === 'constructor') continue;
    Timed()(target, name, descriptor);
    if (measured !== descriptor.value) for (const key of Reflect.getMetadataKeys(measured)) Reflect.defineMetadata(key, Reflect.getMetadata(key, measured), descriptor.value);
    Object.defineProperty(target.prototype, name, descriptor);
  }
};
