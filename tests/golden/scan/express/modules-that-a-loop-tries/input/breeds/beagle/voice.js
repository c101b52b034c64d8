module.exports = () => 'bays';
