module.exports = { base: '/orchard', fruits: ['quince', 'medlar'], cider: { enabled: false, barrels: true } };
