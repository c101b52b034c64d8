export const Delete = (_path: string) => (_target: object, _name: string) => undefined;
