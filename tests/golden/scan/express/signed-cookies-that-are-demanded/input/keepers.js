exports.find = async (id) => ({ id });
