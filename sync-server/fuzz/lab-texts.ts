import { CATALOGUE } from '#db/catalogue.ts';
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
