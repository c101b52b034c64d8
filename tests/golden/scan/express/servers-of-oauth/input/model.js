module.exports = { getAccessToken: async () => null };
