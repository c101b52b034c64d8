import express from 'express';

interface Row { verb: 'get' | 'post'; path: string; member: string }
const rows9: Row[] = [];
// Without a path the route is that of its class: where that is chosen is where the decorator is.
const On = (verb: Row['verb']) => (path = '') => (_target: any, member: string): void => { rows9.push({ verb, path: `/${path}`, member }); };
const Fetch = On('get');
const Send = On('post');

class Herons {
  @Fetch()
  list1(req: any, res: any): void { res.end(); }
  @Send()
  add2(req: any, res: any): void { res.end(); }
  @Fetch('nests')
  nests3(req: any, res: any): void { res.end(); }
}

const app = express();
const birds: any = new Herons();
for (const { verb, path, member } of rows9) app[verb]('/herons' + path, birds[member]);

function at(path = '/reeds') { return path; }
app.put(at(), function reeds4(req: any, res: any) { res.end(); });
app.listen(1);
