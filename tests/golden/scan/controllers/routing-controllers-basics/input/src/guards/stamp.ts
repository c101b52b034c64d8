export function stamp(request: any, response: any, next: () => void): void { request.stamped = true; next(); }
