const served: { path: string; key: string }[] = [];

/** A decorator of TypeScript: the second argument is the key of the member. */
export const Serve = (path: string) => (_target: object, key: string, descriptor: PropertyDescriptor) => {
  served.push({ path, key });
  const method = descriptor.value;
  descriptor.value = function (req: any, res: any) {
    res.set('x-key', key);
    return method.call(this, req, res);
  };
};

export const all = () => served;
