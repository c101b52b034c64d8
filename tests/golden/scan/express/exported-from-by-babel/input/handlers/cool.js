export const warm = (request, answer) => answer.json({ warm: 1 });
export default (request, answer) => answer.json({ cooled: 1 });
