exports.list = (context) => context.res.json([]);
