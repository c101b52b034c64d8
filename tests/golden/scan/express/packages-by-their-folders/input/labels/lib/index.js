exports.label = (id) => `order ${id}`;
