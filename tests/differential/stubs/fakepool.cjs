exports.createPool = async () => ({ query: async () => [] });
