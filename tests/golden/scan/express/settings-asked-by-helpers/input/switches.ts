/** Reads what people write for yes. */
export function isOn(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  let written = value;
  if (written && typeof written === 'string') written = written.trim().toLowerCase();
  if (['on', 'yes', '1', 1].includes(written as string)) return true;
  return false;
}

export const isSet = (name: string): boolean => ['1', 'true'].includes(process.env[name] as string);

export function isProduction(): boolean {
  switch (process.env.NODE_ENV) {
    case 'production': return true;
    default: return false;
  }
}
