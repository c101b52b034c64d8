exports.now = () => globalThis.almanac.month().fruit;
