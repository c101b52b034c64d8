const levers = [];
exports.lever = (path, pull) => levers.push({ path, pull });
exports.levers = levers;
