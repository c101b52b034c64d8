export function helper3(req: any, res: any, next: any) { next(); }
