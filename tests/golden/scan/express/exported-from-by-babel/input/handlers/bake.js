export default (request, answer) => answer.json({ baked: 1 });
