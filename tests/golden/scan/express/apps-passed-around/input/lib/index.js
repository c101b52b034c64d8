exports.names = ['neap', 'spring'];
exports.moor = function moor(target) {
  for (const verb of ['get', 'head']) target[verb]('/rope', (request, answer) => answer.end());
};
