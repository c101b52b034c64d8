exports.rows = [
  { method: 'get', path: '/red' },
  { method: 'fetch', path: '/green' },
  { method: 'delete', path: '/yellow' },
];
