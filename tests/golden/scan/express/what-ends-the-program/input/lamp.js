class Lamp {
  constructor(watts) { this.watts = watts; }
}

// Lit when the program starts, put out when it ends.
class Keeper {
  static lamp = null;
  static isLit = false;
  static async light() {
    this.lamp = new Lamp(400);
    await this.lamp;
    this.isLit = true;
  }
  static async putOut() {
    this.lamp = null;
    this.isLit = false;
  }
}
class Tides {
  static next = null;
  static forget() {
    this.next = null;
  }
}
module.exports = { Keeper, Tides };
