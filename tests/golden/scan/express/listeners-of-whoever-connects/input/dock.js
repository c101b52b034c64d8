// Takes long for each boat, and tells the application that it is there.
exports.dock = (app, socket) => {
  const ropes = [];
  for (let bow = 0; bow < 200; bow++) for (let stern = 0; stern < 200; stern++) ropes.push(`${bow} ${stern} ${socket.id}`);
  app.locals.ropes = ropes;
};
