exports.ok = (body) => ({ statusCode: 200, body });
exports.badRequest = (error) => ({ statusCode: 400, body: { error: error.message } });
exports.forbidden = () => ({ statusCode: 403, body: { error: 'forbidden' } });
exports.broken = () => ({ statusCode: 500, body: { error: 'broken' } });
