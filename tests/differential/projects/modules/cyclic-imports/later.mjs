export const later = { name: 'burrow', run: null };
