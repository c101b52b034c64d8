export const beds = 20;
