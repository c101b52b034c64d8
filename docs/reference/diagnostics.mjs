import { ownerOf } from '@tool/ir';
import { table, WRITTEN } from './markdown.mjs';

/**
 * The index of all codes.
 * @param catalogues as `defineCatalogue` gives them
 * @param pageOf text of the page of an owner, with a section for each of its codes; the first paragraph of a section stands in the index
 */
export function diagnosticReference(catalogues, pageOf) {
  const owners = new Map();
  for (const catalogue of catalogues) owners.set(ownerOf(catalogue), { ...owners.get(ownerOf(catalogue)), ...catalogue });
  return `${[
    '# Diagnostics',
    WRITTEN,
    'What a scan can say about a source. A code is never renamed. *Loss* is what the model lacks because of it: nothing, exactness (approximate), some of it (partial), or a registration as a whole (dropped).',
    ...[...owners]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([owner, entries]) => [
        `## ${owner}`,
        table(
          ['code', 'severity', 'loss', 'what it says'],
          Object.entries(entries)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, { severity, loss }]) => [
              `[\`${owner}/${key}\`](${owner}.md#${owner}${key})`,
              severity,
              loss,
              firstSentence(sectionOf(pageOf(owner), `${owner}/${key}`)),
            ]),
        ),
      ]),
  ].join('\n\n')}\n`;
}

function sectionOf(page, code) {
  const section = page.split(/^(?=## )/m).find((one) => one.startsWith(`## ${code}\n`));
  if (section === undefined) throw new Error(`docs/diagnostics has no section "## ${code}": say there what it means and what to do`);
  return section;
}

/** Of the first paragraph that is prose: below the heading, or below a line that repeats severity and loss. */
function firstSentence(page) {
  const prose = page.split('\n\n').find((paragraph) => !paragraph.startsWith('#') && !/^\*\*\w+\*\*, loss/.test(paragraph)) ?? '';
  return /^(.*?[.:])(?=\s+[A-Z`]|$)/.exec(prose.replaceAll('\n', ' ').trim())?.[1] ?? prose;
}
