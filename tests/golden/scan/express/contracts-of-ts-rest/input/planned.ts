export const planned = JSON.parse(process.env.PLANNED_CONTRACT ?? 'null');
