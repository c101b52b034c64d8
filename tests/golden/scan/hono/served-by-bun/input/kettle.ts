import { kettle } from './steam';

const tea = kettle('tea');
const lid = kettle('lid');
tea.get('/leaves', (c) => c.json({ leaves: 3 }));
lid.get('/closed', (c) => c.json({ closed: true }));
tea.route('/lid', lid);
if (Bun.env.TEA_STRONG) tea.get('/strong', (c) => c.json({ strong: true }));

Bun.serve({ port: Number(Bun.env.PORT ?? 8080), fetch: tea.fetch });
