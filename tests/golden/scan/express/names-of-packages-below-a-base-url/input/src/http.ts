export default { createServer: () => ({ listen: () => undefined }) };
