// @flow
export const moulds = <A: { get: Function }>(app: A): A => {
  const [first, second]: [string, string] = (['one', 'two']: any);
  app.get(`/moulds/${first}`, (request, response) => response.json({ second: (second: string) }));
  return app;
};

type Page = { first: number, after: string };
type Asked = { ...Page, ...$Exact<{ before: string }>, last: number };
type Found<I, O> = $Exact<{ for: I, found: Promise<O> }>;

export const pages = <I: Array<*>, O: *>(ask: (...given: I) => Found<I, O>) => async (...given: I) => (await ask(...given)).found;
export const paged = (app: any) => {
  app.get('/pages', ({ query: { first, after, last } }: { query: { ...Asked, all: boolean }, ip: string }, response: any) =>
    response.json({ first, after, last }),
  );
};
