export const PORT = 4200;
