// By a template.
const open = async (name) => {
  const { default: shed } = await import(`./sheds/${name}.js`);
  shed('/south');
};
open(process.env.SHED || 'barn');
