const client = { get: () => null, post: () => null, create: () => client };
module.exports = client;
