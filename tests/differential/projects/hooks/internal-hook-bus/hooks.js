const registered = {};
exports.on = (hook, method, priority = 10) => { (registered[hook] = registered[hook] || []).push({ method, priority }); registered[hook].sort((a, b) => a.priority - b.priority); };
exports.fire = async function fire(hook, params) {
  const list = registered[hook] || [];
  if (hook.startsWith('filter:')) {
    let value = params;
    for (const { method } of list) value = await method(value);
    return value;
  }
  await Promise.all(list.map(({ method }) => method(params)));
};
