import { describe, expect, test } from '@jest/globals';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import ts from 'typescript';
import { compareClasses, expectCompared, templates } from './differential.js';
import { evaluateProgram } from './evaluate-schemas.js';

const require = createRequire(import.meta.url);
require('reflect-metadata');
const validator = require('class-validator') as { validateSync(value: object, options: object): readonly unknown[] };
const transformer = require('class-transformer') as { plainToInstance(cls: unknown, value: unknown): object };

/*
 * Not generated: validators that a shape does not say (dates, phone numbers, `NotEquals`), `ValidateIf`, groups. Inputs leave out null for what is
 * optional (`IsOptional` lets it pass), a single value for what is checked with `each` alone (it is then checked itself), lists where an object is meant and objects where a list is (nested validation takes either), the empty text.
 */
/** `§` stands for the sign of decorators, which means a number in templates. */
const leaf = templates(
  '§IsString()',
  '§IsString() §MinLength(#)',
  '§MaxLength(@)',
  '§Length(#, @)',
  '§IsEmail()',
  '§IsUUID()',
  '§Matches(/^[a-d]+$/)',
  '§IsAlpha()',
  '§IsInt()',
  '§IsInt() §Min(#)',
  '§IsNumber() §Max(@)',
  '§Min(#) §Max(@)',
  '§IsInt() §IsPositive()',
  '§IsPositive() §IsInt()',
  '§IsBoolean()',
  "§IsIn(['red', 'green'])",
  '§IsEnum(Kind)',
  "§Equals('red')",
  '§IsArray()',
  '§IsArray() §IsString({ each: true })',
  '§IsInt({ each: true }) §ArrayMinSize(#)',
  '§IsArray() §ArrayMaxSize(#) §IsString({ each: true })',
  '§ArrayNotEmpty() §IsBoolean({ each: true })',
  '§IsDefined() §IsString()',
  '§IsObject()',
  '§IsDefined() §ValidateNested() §Type(() => Inner)',
  '§IsArray() §ValidateNested({ each: true }) §Type(() => Inner)',
).map((decorators) => decorators.replaceAll('§', '@'));
const member = fc.tuple(leaf, fc.boolean()).map(([decorators, optional]) => (optional ? `@IsOptional() ${decorators}` : decorators));
const classes = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom('alpha', 'beta', 'gamma', 'delta'), { minLength: 1, maxLength: 4 }),
    fc.infiniteStream(member),
    fc.constantFrom('', 'Base'),
  )
  .map(([names, members, base]) => ({
    base,
    members: names.map((name) => `${(members.next() as { value: string }).value} ${name}: any;`).join(' '),
  }));

const HEAD = `import { ${['IsString', 'MinLength', 'MaxLength', 'Length', 'IsEmail', 'IsUUID', 'Matches', 'IsAlpha', 'IsInt', 'Min', 'IsNumber', 'Max', 'IsPositive', 'IsBoolean', 'IsIn', 'IsEnum', 'Equals', 'IsArray', 'ArrayMinSize', 'ArrayMaxSize', 'ArrayNotEmpty', 'IsDefined', 'IsObject', 'ValidateNested', 'IsOptional'].join(', ')} } from 'class-validator';
import { Type } from 'class-transformer';
enum Kind { A = 'red', B = 'blue' }
class Inner { @IsString() part: string; @IsOptional() @IsInt() count?: number }
class Base { @IsInt() id: number }
`;

describe('class-validator accepts what its static shape says', () => {
  test('generated classes', async () => {
    expectCompared(
      await compareClasses({
        classes: classes.map(({ base, members }) => `${base && `extends ${base} `}{ ${members} }`),
        evaluate: (bodies) =>
          evaluateProgram(
            `import { seen } from 'probe';\n${HEAD}${bodies.map((body, index) => `class C${index} ${body}\nseen(C${index});`).join('\n')}`,
            'index.ts',
          ),
        real: (bodies) => {
          const { outputText } = ts.transpileModule(
            `${HEAD}${bodies.map((body, index) => `class C${index} ${body}`).join('\n')}\nexport const all = [${bodies.map((_, index) => `C${index}`).join(', ')}];`,
            {
              compilerOptions: {
                module: ts.ModuleKind.CommonJS,
                target: ts.ScriptTarget.ES2022,
                experimentalDecorators: true,
                useDefineForClassFields: false,
              },
            },
          );
          const exports: { all?: readonly unknown[] } = {};
          (new Function('require', 'exports', outputText) as (require: unknown, exports: unknown) => void)(require, exports);
          return exports.all!;
        },
        unknownMembers: () => 'dropped',
        accepts: (cls, input) =>
          validator.validateSync(transformer.plainToInstance(cls, input), { forbidUnknownValues: false }).length === 0,
        excluded: (input, body) =>
          typeof input !== 'object' ||
          input === null ||
          Array.isArray(input) ||
          Object.entries(input).some(([name, value]) => {
            const own = body.match(new RegExp(`((?:@[A-Za-z]+\\((?:[^()]|\\([^()]*\\))*\\) )+)${name}:`))?.[1] ?? '';
            return (
              (value === null && own.includes('IsOptional')) ||
              (own.includes('ValidateNested') &&
                (Array.isArray(value) !== own.includes('each') ||
                  typeof value !== 'object' ||
                  JSON.stringify(value).includes('[[') ||
                  JSON.stringify(value).includes('"count":null') ||
                  (Array.isArray(value) && value.some((each) => typeof each !== 'object' || each === null || Array.isArray(each)))))
            );
          }),
      }),
    );
  });
});

describe('classes', () => {
  test('types describe what no decorator does; mapped types change the demands', () => {
    const seen = evaluateProgram(
      `import { seen } from 'probe'; import { IsString } from 'class-validator'; import { PartialType, OmitType, IntersectionType } from '@nestjs/mapped-types'; import { ApiProperty } from '@nestjs/swagger';
      class Stall { @IsString() name: string; row?: number; colour: 'red' | 'blue'; @ApiProperty({ description: 'how many', minimum: 1, type: 'integer' }) count: number; next: Stall[] }
      class Change extends PartialType(OmitType(Stall, ['next'] as const)) { @IsString() why: string }
      class Both extends IntersectionType(Change, Stall) {}
      seen(Stall); seen(Change); seen(Both);`,
      'index.ts',
    );
    const names = (index: number): string[] => seen[index]!.shape!.properties!.map(({ name, required }) => `${name}${required ? '!' : ''}`);
    expect(names(0)).toEqual(['name!', 'row', 'colour!', 'count!', 'next!']);
    expect(names(1)).toEqual(['name', 'row', 'colour', 'count', 'why!']);
    expect(names(2)).toEqual(['name!', 'row', 'colour!', 'count!', 'why!', 'next!']);
    expect(seen[0]!.shape!.properties![3]!.shape).toEqual({ kind: 'integer', minimum: 1, description: 'how many' });
  });
});
