exports.name = 'main';
