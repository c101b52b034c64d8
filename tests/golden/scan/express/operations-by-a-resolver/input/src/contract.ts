export const contract = {
  openapi: '3.0.3',
  info: { title: 'library', version: '1' },
  servers: [{ url: '/desk' }],
  paths: {
    '/loans/{loan}': {
      get: { operationId: 'show', tags: ['loans'], responses: { 200: { description: 'one' } } },
      put: { operationId: 'extend', tags: ['loans'], responses: { 200: { description: 'extended' } } },
    },
    '/': { get: { operationId: 'front', tags: ['fronts'], responses: { 200: { description: 'front' } } } },
  },
};
