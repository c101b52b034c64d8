export const guardTree = (tool: string) => { void tool; return function guardTree(req: any, res: any, next: any) { next(); }; };
