exports.base = '/manage';
