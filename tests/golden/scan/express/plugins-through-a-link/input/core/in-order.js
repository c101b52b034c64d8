const inOrder = (edges) => {
  const after = new Map(edges);
  const done = [];
  const visit = (name) => {
    if (done.includes(name)) return;
    after.get(name).forEach(visit);
    done.push(name);
  };
  edges.forEach(([name]) => visit(name));
  return done;
};

if (typeof exports === 'object' && exports === this) module.exports = inOrder;
