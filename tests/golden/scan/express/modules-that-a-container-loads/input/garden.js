const awilix = require('awilix');

// No source names the one that uses the framework: the container loads it by the pattern of its place.
const shed = awilix.createContainer();
shed.loadModules(['beds/*.js'], { formatName: 'camelCase', resolverOptions: { register: awilix.asClass } });
shed.resolve('flowerBed').open(shed.resolve('seedList'));
