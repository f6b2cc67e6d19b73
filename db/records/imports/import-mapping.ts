import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import type { Transaction } from '#db/transaction.ts';
import { json, ref } from '#db/values/field-types.ts';

/** The kinds of records that a mapping is remembered for. */
const IMPORT_KINDS = ['MANIFEST'] as const;
const ImportKind = z.enum(IMPORT_KINDS);
export type ImportKind = z.infer<typeof ImportKind>;

/** What an organization calls the columns and words of an import; confirmed once. */
export const importMapping = defineEntity({
  name: 'ImportMapping',
  table: 'import_mapping',
  schema: z.object({ ...tenantFields, companyId: ref, kind: ImportKind, mapping: json }),
  indexes: ['companyId'],
  replica: null,
});
export type ImportMappingRow = Row<typeof importMapping>;

/** No spreadsheet has more of them; a limit keeps a row of the table small. */
const MAX_NAMES = 400;
const Key = z.string().min(1).max(120);
const limited = <Value extends z.ZodType>(value: Value) =>
  z.record(Key, value).refine((names) => Object.keys(names).length <= MAX_NAMES, 'Too many names.');

/** The decisions of an organization. Null is a decision too: not read, or unknown. */
export const Mapping = z.strictObject({
  /** The field of each header, by the key of the header. */
  columns: limited(Key.nullable()),
  /** The value of each word by field, by the key of the word. */
  words: limited(limited(Key.nullable())),
  /** The value of a field that has no column; empty for none. */
  same: limited(z.string().max(200)),
});
export type Mapping = z.infer<typeof Mapping>;

export const NO_MAPPING: Mapping = { columns: {}, words: {}, same: {} };

/** Keep the newest names when there are too many. */
const newest = <Value>(names: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(names).slice(-MAX_NAMES));

/** Add decisions to earlier ones; the later one wins. */
export function mergeMappings(before: Mapping, next: Mapping): Mapping {
  const fields = new Set([...Object.keys(before.words), ...Object.keys(next.words)]);
  // A name that is decided again counts as new.
  const merged = <Value>(old: Record<string, Value>, added: Record<string, Value>) =>
    newest({ ...Object.fromEntries(Object.entries(old).filter(([key]) => !(key in added))), ...added });
  return {
    columns: merged(before.columns, next.columns),
    words: Object.fromEntries(
      [...fields].map((field) => [field, merged(before.words[field] ?? {}, next.words[field] ?? {})]),
    ),
    same: merged(before.same, next.same),
  };
}

const findRow = async (tx: Transaction, companyId: string, kind: ImportKind) =>
  (await tx.find(importMapping, { companyId })).find((row) => row.kind === kind);

/** Read what an organization has confirmed for a kind of records. */
export async function readMapping(tx: Transaction, companyId: string, kind: ImportKind): Promise<Mapping> {
  const row = await findRow(tx, companyId, kind);
  return Mapping.safeParse(row?.mapping).data ?? NO_MAPPING;
}

/** Remember decisions of an organization beside its earlier ones. */
export async function rememberMapping(
  tx: Transaction,
  { companyId, kind, newId }: { companyId: string; kind: ImportKind; newId: () => string },
  decided: Mapping,
): Promise<void> {
  const row = await findRow(tx, companyId, kind);
  const mapping = mergeMappings(Mapping.safeParse(row?.mapping).data ?? NO_MAPPING, decided);
  if (row) await tx.patch(importMapping, row.id, { mapping });
  else await tx.insert(importMapping, { id: newId(), companyId, kind, mapping });
}
