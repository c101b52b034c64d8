// By a member of a table.
const sheds = { first: './sheds/barn.js' };
for (const name of Object.keys(sheds)) require(sheds[name])('/east');
