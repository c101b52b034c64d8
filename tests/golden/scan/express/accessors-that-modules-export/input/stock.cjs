exports.isOpen = false;
exports.litres = 300;
exports.wasAsked = false;
