import express from 'express';
const registered: { path: string; name: string }[] = [];
function path(path: string) {
  return (method: Function, context: ClassMethodDecoratorContext) => {
    registered.push({ path, name: String(context.name) });
    return method as any;
  };
}
class Dunes {
  @path('/dunes') sand(req: any, res: any) { res.end(); }
  @path('/dunes/grass') grass(req: any, res: any) { res.end(); }
}
const app = express();
const dunes: any = new Dunes();
registered.forEach(({ path, name }) => app.get(path, dunes[name]));
app.listen(1);
