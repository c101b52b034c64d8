import type { Request, Response } from 'express';

/** In place of a method stands a function without a name. */
export function Guarded(message: string) {
  return (_target: unknown, _key: string, descriptor: PropertyDescriptor) => {
    const method = descriptor.value;
    descriptor.value = async (req: Request, res: Response) => {
      try {
        await method.call(null, req, res);
      } catch {
        res.status(500).json({ error: message });
      }
    };
  };
}

export function Timed(_target: unknown, _key: string, descriptor: PropertyDescriptor): PropertyDescriptor {
  const method = descriptor.value;
  return {
    ...descriptor,
    value: function (...given: unknown[]) {
      const began = Date.now();
      const result = method.apply(this, given);
      console.log(Date.now() - began);
      return result;
    },
  };
}

/** This one has a name of its own. */
export function Counted(_target: unknown, _key: string, descriptor: PropertyDescriptor) {
  const method = descriptor.value;
  descriptor.value = function counted(this: unknown, ...given: unknown[]) {
    return method.apply(this, given);
  };
}
