export const almanac = (name: string) => JSON.parse(process.argv[2])[name];
