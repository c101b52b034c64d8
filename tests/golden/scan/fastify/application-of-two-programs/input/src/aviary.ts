import { fastify } from 'fastify';
import furnish from './furnish';

export const aviary = fastify();

const open = async () => {
  await furnish(aviary);
  await aviary.listen({ port: 3000 });
  return aviary;
};
export default open;
