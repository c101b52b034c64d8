import { z } from 'zod';
import { table, WRITTEN } from './markdown.mjs';

/** All tools of the MCP server, from its registry. */
export async function toolReference() {
  const { tools } = await import('../../dist/runtime/mcp/tools/index.js');
  return `${[
    '# Tools of the MCP server',
    WRITTEN,
    'What `tool mcp` offers to an assistant. The group `core` is always there; others are added with `--tools <group>` or `--tools all`.',
    table(
      ['tool', 'group', 'what it does'],
      tools.map(({ name, group, description }) => [`[\`${name}\`](#${name})`, group, description]),
    ),
    ...tools.flatMap(({ name, description, effect, input }) => {
      const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' });
      const rows = Object.entries(properties).map(([key, field]) => [
        `\`${key}\`${required.includes(key) ? ', required' : ''}`,
        typeOf(field),
        field.description ?? '',
      ]);
      return [
        `## ${name}`,
        description,
        effectOf(effect),
        ...(rows.length > 0 ? [table(['argument', 'type', 'meaning'], rows)] : ['No arguments.']),
      ];
    }),
  ].join('\n\n')}\n`;
}

const effectOf = ({ readOnlyHint, destructiveHint, openWorldHint }) =>
  `${readOnlyHint ? 'Reads only' : destructiveHint ? 'Can take something away' : 'Adds or changes, takes nothing away'}${openWorldHint ? '; sends requests to a server' : ''}.`;

function typeOf(field) {
  if (field.enum !== undefined) return field.enum.map((value) => `\`${value}\``).join(' or ');
  if (field.const !== undefined) return `\`${field.const}\``;
  const several = field.anyOf ?? field.oneOf;
  if (several !== undefined) return [...new Set(several.map(typeOf))].join(' or ');
  if (field.type === 'array') return `list of ${typeOf(field.items ?? {})}`;
  return field.type ?? 'anything';
}
