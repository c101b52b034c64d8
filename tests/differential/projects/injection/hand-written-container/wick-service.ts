export class WickService {
  guard() { return function wickGuard(req: any, res: any, next: any) { next(); }; }
}
