// @flow
export const moulds = <A: { get: Function }>(app: A): A => {
  const [first, second]: [string, string] = (['one', 'two']: any);
  app.get(`/moulds/${first}`, (request, response) => response.json({ second: (second: string) }));
  return app;
};
