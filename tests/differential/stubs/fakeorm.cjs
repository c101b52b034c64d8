module.exports = {
  connect: () => Promise.resolve({ connection: true }),
  sync: async () => undefined,
  Sequelize: class {
    authenticate() {
      return Promise.resolve();
    }
    sync() {
      return Promise.resolve(this);
    }
  },
};
