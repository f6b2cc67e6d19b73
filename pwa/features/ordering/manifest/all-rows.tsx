import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import type { ManifestColumn } from '#db/ordering/manifest/manifest-columns.ts';
import { COMMON_FIELDS, commonCell } from './same-for-all.ts';
import { choicesOf } from './specimen-columns.ts';
import type { SpecimenRows } from './use-specimen-rows.ts';

interface AllRowsProps {
  /** The id of the table, whose lists of choices this row uses. */
  table: string;
  columns: readonly ManifestColumn[];
  draft: ShownDraft;
  specimenRows: SpecimenRows;
}

/** The first row of the table: what is typed here is the same in all rows. */
export function AllRows({ table, columns, draft, specimenRows }: AllRowsProps) {
  const { rows, presets, setForAll } = specimenRows;
  return (
    <tr className="bg-sunken">
      <th scope="row" className="whitespace-nowrap border-line border-b px-2 text-left font-semibold">
        All
      </th>
      {columns.map(({ field, header }) => (
        <td key={field} className="border-line border-b border-l p-0">
          {COMMON_FIELDS.includes(field) && (
            <input
              aria-label={`${header}, all rows`}
              list={choicesOf(field, draft).length > 0 ? `${table}-${field}` : undefined}
              value={presets[field] ?? commonCell(rows, field)}
              placeholder="Same for all"
              onChange={(event) => setForAll(field, event.target.value)}
              autoComplete="off"
              spellCheck={false}
              className="min-h-11 w-full border-0 bg-transparent px-2 text-ink focus-visible:-outline-offset-2 md:min-h-9"
            />
          )}
        </td>
      ))}
    </tr>
  );
}
