export default { prefix: '/orchard' };
