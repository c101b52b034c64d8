export class WickService {
  guard() { return function guard(req: any, res: any, next: any) { next(); }; }
}
