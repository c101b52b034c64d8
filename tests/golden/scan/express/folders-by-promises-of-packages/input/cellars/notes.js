module.exports = 'nothing of the house';
