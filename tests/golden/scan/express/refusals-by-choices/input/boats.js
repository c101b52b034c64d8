exports.boats = [{ name: 'Wren', berth: 4 }];
