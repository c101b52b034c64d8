exports.load = (year, done) => setTimeout(() => done([{ year, total: 1 }]), 5);
exports.each = () => {};
exports.open = (done) => setImmediate(done);
