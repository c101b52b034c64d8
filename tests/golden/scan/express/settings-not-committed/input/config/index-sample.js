exports.prefix = '/v1';
