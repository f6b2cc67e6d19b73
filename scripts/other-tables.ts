import type { Pool } from 'pg';

/**
 * Tables that typed reads use and that are not entities. Add a name here and run its test with
 * WRITE_OTHER_TABLES=1.
 */
const TABLES = [
  'card_simulator_event',
  'card_simulator_intent',
  'device',
  'operation',
  'parcel_simulator',
  'parcel_simulator_event',
];

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type, NOT a.attnotnull AS nullable
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
   WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1) AND a.attnum > 0 AND NOT a.attisdropped
   ORDER BY c.relname, a.attname`;

// The TypeScript types that `rowTypes` reads.
const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  bytea: 'string',
  boolean: 'boolean',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  jsonb: 'unknown',
  json: 'unknown',
  numeric: 'string',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'string',
};

function typeOf(type: string, nullable: boolean): string {
  const known = TYPES[type];
  if (!known) throw new Error(`Add the type ${type} to scripts/other-tables.ts.`);
  return nullable && known !== 'unknown' ? `${known} | null` : known;
}

/** Format the types of these tables as a migrated database has them. */
export async function otherTables(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ table: string; name: string; type: string; nullable: boolean }>(
    COLUMNS,
    [TABLES],
  );
  const tables = TABLES.map((table) => {
    const columns = rows.filter((row) => row.table === table);
    const lines = columns.map(({ name, type, nullable }) => `    ${name}: ${typeOf(type, nullable)};`);
    return `  ${table}: {\n${lines.join('\n')}\n  };`;
  });
  return [
    '// Written by scripts/other-tables.pg.test.ts with WRITE_OTHER_TABLES=1; do not change it by hand.',
    '',
    '/** Tables that typed reads use and that are not entities. */',
    'export interface OtherTables {',
    ...tables,
    '}',
    '',
  ].join('\n');
}
