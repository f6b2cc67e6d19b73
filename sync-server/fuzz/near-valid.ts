import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { CATALOGUE } from '#db/entities.ts';
import type { DemoServer } from '#sync-server/demo/demo-server.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';

/** Texts of a lab: ids by table, and values that people scan or type. */
export interface LabTexts {
  ids: ReadonlyMap<string, readonly string[]>;
  values: readonly string[];
}

const IDS_OF_A_TABLE = 12;
/**
 * Enough ids of the other business entity to test refusals, and few enough that most operations find their
 * rows.
 */
const FOREIGN_IDS = 2;

const idsOf = (table: string, more: string): string =>
  `SELECT * FROM (SELECT '${table}' AS "table", id FROM ${quoted(table)} ${more}) rows_of_table`;

/** Read ids of every table, most of them of the business entity WBL, and some barcodes. */
export async function readLabTexts(lab: DemoServer): Promise<LabTexts> {
  const arms = CATALOGUE.filter(({ table }) => table !== 'person').flatMap(({ table, schema }) =>
    'entity' in schema.shape
      ? [
          idsOf(table, `WHERE entity = 'WBL' ORDER BY id LIMIT ${IDS_OF_A_TABLE}`),
          idsOf(table, `WHERE entity <> 'WBL' ORDER BY id LIMIT ${FOREIGN_IDS}`),
        ]
      : [idsOf(table, `ORDER BY id LIMIT ${IDS_OF_A_TABLE}`)],
  );
  const ids = new Map<string, string[]>();
  for (const { table, id } of await lab.rows<{ table: string; id: string }>(arms.join(' UNION ALL ')))
    ids.set(table, [...(ids.get(table) ?? []), id]);
  const codes = await lab.rows<{ value: string }>('SELECT value FROM barcode ORDER BY value LIMIT 12');
  return { ids, values: codes.map(({ value }) => value) };
}

/** Tables of argument names that do not contain their table. */
const TABLE_OF_KEY: Readonly<Record<string, string>> = {
  container: 'storage_management',
  parent: 'storage_management',
  box: 'storage_management',
  plate: 'storage_management',
  location: 'storage_management',
  member: 'user_company',
  file: 's3_file',
  conflict: 'sync_conflict',
  item: 'inventory_item',
  lot: 'inventory_item',
};

/**
 * Return the tables whose ids fit an argument or a path segment, for example `orderId`, `sampleIds` or
 * `samples`.
 */
export function idsFor(texts: LabTexts, key: string): readonly string[] {
  const noun = key
    .replace(/Ids?$/, '')
    .replaceAll('-', '_')
    .replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  const singular = noun.replace(/ies$/, 'y').replace(/s$/, '');
  const table = TABLE_OF_KEY[singular] ?? [noun, singular].find((name) => texts.ids.has(name));
  return (table === undefined ? undefined : texts.ids.get(table)) ?? [];
}

/** Texts among which most formats find a valid one. */
const TYPICAL = [
  'A1',
  'H12',
  '1',
  '12.50',
  '0.00',
  '-3',
  '2026-11-21',
  '2026-11-21T09:00:00.000Z',
  '09:30',
  'W26325-0001',
  'Tube was cracked',
  'nora@eastbrook.example',
  '(617) 555-0100',
  'https://localhost/x',
  '12-3456789',
  '1234567893',
  '02115',
  'MA',
  'US',
  'USD',
  '246810',
  'correct horse battery',
  'a'.repeat(64),
  'A',
  'DNA',
  '1Z999AA10123456784',
  '01J00000000000000000000000',
];

/** Values that no schema should accept unchecked. */
const HOSTILE: readonly unknown[] = [
  null,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'x'.repeat(20_000),
  "'; DROP TABLE sample; --",
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '=1+1',
  '\u202Eabc',
  -1,
  0,
  0.1,
  1e308,
  2 ** 53,
  2 ** 31,
  true,
  [],
  {},
  [[]],
  { $ne: null },
  Array.from({ length: 600 }, (_, place) => place),
  '9999-12-31T23:59:59.999Z',
  '0001-01-01',
  '1e5',
  'NaN',
  '__proto__',
];

function numberOf(schema: z.ZodNumber): Arbitrary<unknown> {
  const min = Math.max(schema.minValue ?? -2, -1_000_000);
  const max = Math.max(Math.min(schema.maxValue ?? 100, min + 100), min);
  const usual = [min, max, min + 1, 1, 8].filter((value) => schema.safeParse(value).success);
  return usual.length > 0
    ? fc.constantFrom(...usual)
    : fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
}

/** Builds values that fit schemas and name rows of a lab; each schema is traversed once. */
export class NearValid {
  private readonly texts: LabTexts;
  private readonly everyText: readonly string[];

  constructor(texts: LabTexts) {
    this.texts = texts;
    this.everyText = [...[...texts.ids.values()].flatMap((ids) => ids.slice(0, 3)), ...texts.values];
  }

  private textOf(schema: z.ZodType, key: string): Arbitrary<unknown> {
    const fits = (text: string): boolean => schema.safeParse(text).success;
    const typical = [...TYPICAL, ...this.texts.values.slice(0, 3)].filter(fits);
    const ids = idsFor(this.texts, key).filter(fits);
    const any = this.everyText.filter(fits);
    const from = (weight: number, texts: readonly string[]) =>
      texts.length > 0 ? [{ weight, arbitrary: fc.constantFrom(...texts) }] : [];
    const choices = [...from(12, ids), ...from(ids.length > 0 ? 1 : 4, typical), ...from(1, any)];
    return choices.length > 0 ? fc.oneof(...choices) : fc.constantFrom(...TYPICAL);
  }

  /** Build a value of the right shape; `key` is the argument's name, which determines fitting ids. */
  fitting(schema: z.ZodType, key = ''): Arbitrary<unknown> {
    const inner = (type: unknown, name = key): Arbitrary<unknown> => this.fitting(type as z.ZodType, name);
    if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
    if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
    if (schema instanceof z.ZodBoolean) return fc.boolean();
    if (schema instanceof z.ZodNumber) return numberOf(schema);
    if (schema instanceof z.ZodArray) return fc.array(inner(schema.element), { minLength: 1, maxLength: 3 });
    if (schema instanceof z.ZodTuple) return fc.tuple(...schema.def.items.map((item) => inner(item)));
    if (schema instanceof z.ZodNullable) return fc.option(inner(schema.unwrap()), { freq: 3 });
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
      return fc.option(inner(schema.unwrap()), { nil: undefined, freq: 3 });
    if (schema instanceof z.ZodReadonly || schema instanceof z.ZodNonOptional) return inner(schema.unwrap());
    if (schema instanceof z.ZodLazy) return fc.constant(null);
    if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map((option) => inner(option)));
    if (schema instanceof z.ZodRecord)
      return fc.dictionary(fc.constantFrom('A1', 'B2', ...this.everyText), inner(schema.valueType), {
        maxKeys: 3,
      });
    if (schema instanceof z.ZodObject) {
      const fields = Object.entries(schema.shape).map(([name, type]) => [name, inner(type, name)] as const);
      return fc.record(Object.fromEntries(fields), { noNullPrototype: true });
    }
    if (schema instanceof z.ZodPipe) return inner(schema.in);
    if (schema instanceof z.ZodUnknown || schema instanceof z.ZodAny) return fc.jsonValue({ maxDepth: 2 });
    return this.textOf(schema, key);
  }

  /** Build a valid value, one with one or two changed parts, or sometimes arbitrary JSON. */
  near(schema: z.ZodType, key = ''): Arbitrary<unknown> {
    const changes = (maximum: number) =>
      fc.array(fc.tuple(fc.nat(), fc.constantFrom<Change>(...CHANGES), fc.constantFrom(...HOSTILE)), {
        minLength: 1,
        maxLength: maximum,
      });
    const fits = this.fitting(schema, key);
    return fc.oneof(
      { weight: 8, arbitrary: fits },
      {
        weight: 10,
        arbitrary: fc
          .tuple(fits, changes(2))
          .map(([value, all]) =>
            all.reduce((now, [place, change, hostile]) => changed(now, { place, change, hostile }), value),
          ),
      },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    );
  }
}

const CHANGES = ['replace', 'remove', 'repeat', 'add', 'wrap'] as const;
type Change = (typeof CHANGES)[number];
interface Mutation {
  place: number;
  change: Change;
  hostile: unknown;
}

type Holder = Record<string, unknown>;
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

/** List every key of a JSON value with its container. */
function placesOf(value: unknown, collected: { holder: Holder; key: string }[] = []) {
  if (!isHolder(value)) return collected;
  for (const key of Object.keys(value)) {
    collected.push({ holder: value, key });
    placesOf(value[key], collected);
  }
  return collected;
}

function changed(value: unknown, { place, change, hostile }: Mutation): unknown {
  const copy: unknown = value === undefined ? null : JSON.parse(JSON.stringify(value));
  const places = placesOf(copy);
  const spot = places[place % Math.max(places.length, 1)];
  if (!spot) return hostile;
  const { holder, key } = spot;
  const now = holder[key];
  if (change === 'remove' && !Array.isArray(holder)) delete holder[key];
  else if (change === 'repeat' && Array.isArray(now)) holder[key] = [...now, ...now];
  else if (change === 'add' && isHolder(now) && !Array.isArray(now)) now['isSuperAdmin'] = true;
  else if (change === 'wrap') holder[key] = [now];
  else holder[key] = hostile;
  return copy;
}
