export const stock: any = (globalThis as any).stock;
