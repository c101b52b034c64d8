import { kettle } from './steam';

const tea = kettle('tea');
const unused = kettle('unused');
tea.get('/leaves', (c) => c.json({ leaves: 3 }));
unused.get('/never', (c) => c.json({ never: true }));
tea.get(`/${Deno.env.get('TEA_KIND') ?? 'green'}`, (c) => c.text('tea'));

Deno.serve({ port: 8080 }, tea.fetch);
