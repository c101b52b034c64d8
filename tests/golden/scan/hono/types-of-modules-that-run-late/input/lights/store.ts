import type { Light, Row } from '../kinds/lights';

export async function all(): Promise<Light[]> {
  const found = await fetch('https://lights.test').then((answer) => answer.json());
  return found as Light[];
}
export async function far(): Promise<Row> {
  return (await fetch('https://lights.test/far')).json();
}
