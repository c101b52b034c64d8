export const bakers = { find: async (badge: string) => ({ badge, name: 'Jo' }) };
