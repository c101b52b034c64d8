export default { get: () => 'no router' };
