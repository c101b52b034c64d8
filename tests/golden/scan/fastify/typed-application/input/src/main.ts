import { makeCastle } from './castle.js';

const castle = await makeCastle({ logger: false });
try {
  await castle.listen({ port: Number(process.env.PORT ?? 3000) });
} catch (problem) {
  castle.log.error(problem);
  process.exit(1);
}
