exports.today = () => globalThis.forecast.day();
