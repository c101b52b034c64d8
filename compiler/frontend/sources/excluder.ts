/** Whether a path relative to the project is one of those that `exclude` names: folders with all below them, `*`, `**` and `?` as in .gitignore. */
export function excluder(patterns: readonly string[]): (relative: string, directory: boolean) => boolean {
  const tests = patterns.map((pattern) => {
    const clean = pattern.replace(/^\.\//, '').replace(/\/+$/, '');
    const source = clean
      .split(/(\*\*\/?|\*|\?)/)
      .map((piece) =>
        piece === '**/'
          ? '(?:.*/)?'
          : piece === '**'
            ? '.*'
            : piece === '*'
              ? '[^/]*'
              : piece === '?'
                ? '[^/]'
                : piece.replace(/[.+^${}()|[\]\\]/g, '\\$&'),
      )
      .join('');
    return new RegExp(`^${source}(?:/.*)?$`);
  });
  return (relative) => tests.some((test) => test.test(relative));
}
