function HerbHandler(db) {
  const collection = db.collection('herbs');
  this.list = (req, res) => res.end(collection);
  this.plant = (req, res) => res.end();
}
module.exports = HerbHandler;
