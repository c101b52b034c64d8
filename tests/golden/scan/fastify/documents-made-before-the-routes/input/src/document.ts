export interface Part {
  name: string;
  level: number;
  parts: Part[];
}

// Thousands of steps that say nothing of routes.
export function describe(level: number, language: string, path: string): Part {
  const parts: Part[] = [];
  for (const side of ['left', 'middle', 'right']) {
    const name = `${path}/${side}`;
    if (level > 0) parts.push(describe(level - 1, language, name));
  }
  return { name: [language, path].join(':'), level, parts };
}

export const written = (language: string): string => {
  const document = describe(6, language, 'cave');
  return document.name;
};
