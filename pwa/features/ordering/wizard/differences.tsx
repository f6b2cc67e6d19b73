import { useId } from 'react';
import type { ManifestDifferences } from '#db/ordering/manifest/manifest-differences.ts';
import { SmallTable } from './small-table.tsx';

const AT_ONCE = 100;

const wellText = (well: string | null): string => {
  const [plate, place] = well?.split(':') ?? [];
  return place ? ` (plate ${plate}, ${place})` : '';
};

function Names({
  title,
  rows,
}: {
  title: string;
  rows: readonly { customerSampleId: string; well: string | null }[];
}) {
  if (rows.length === 0) return null;
  const rest = rows.length - AT_ONCE;
  return (
    <div>
      <h4 className="font-medium">{`${title} (${rows.length})`}</h4>
      <p className="max-h-40 overflow-auto text-sm wrap-anywhere">
        {rows
          .slice(0, AT_ONCE)
          .map((one) => `${one.customerSampleId}${wellText(one.well)}`)
          .join(', ')}
        {rest > 0 && ` and ${rest} more`}
      </p>
    </div>
  );
}

/** Shows what a file would change in the order, cell by cell, before anything is saved. */
export function Differences({ differences }: { differences: ManifestDifferences }) {
  const { added, removed, changed, unchanged } = differences;
  const id = useId();
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">
        {`${added.length} new, ${changed.length} changed, ${removed.length} removed, ${unchanged} as they are.`}
      </p>
      <Names title="New" rows={added} />
      <Names title="Removed" rows={removed} />
      {changed.length > 0 && (
        <div>
          <h4 id={id} className="font-medium">{`Changed (${changed.length})`}</h4>
          <SmallTable
            name={{ headingId: id }}
            high="max-h-72"
            stacks
            heads={['Row', 'Sample ID', 'Column', 'Now', 'Will be']}
          >
            {changed.slice(0, AT_ONCE).flatMap((row) =>
              row.cells.map((cell) => (
                <tr
                  key={`${row.row} ${cell.field}`}
                  className="border-line border-b last:border-b-0 max-sm:flex max-sm:flex-wrap max-sm:gap-x-2 max-sm:px-3 max-sm:py-2"
                >
                  <td
                    data-head="Row"
                    className="px-2 py-1 tabular-nums max-sm:p-0 max-sm:before:mr-1 max-sm:before:content-[attr(data-head)]"
                  >
                    {row.row}
                  </td>
                  <td className="code px-2 py-1 wrap-anywhere max-sm:p-0">{row.customerSampleId}</td>
                  <td className="px-2 py-1 max-sm:basis-full max-sm:p-0 max-sm:font-medium">{cell.column}</td>
                  <td
                    data-then="→"
                    className="px-2 py-1 text-ink-soft wrap-anywhere max-sm:p-0 max-sm:after:ml-2 max-sm:after:content-[attr(data-then)]"
                  >
                    <del>{cell.from || 'empty'}</del>
                  </td>
                  <td className="px-2 py-1 wrap-anywhere max-sm:p-0">
                    <ins className="no-underline">{cell.to || 'empty'}</ins>
                  </td>
                </tr>
              )),
            )}
          </SmallTable>
          {changed.length > AT_ONCE && (
            <p className="mt-1 text-ink-soft text-sm">{`And ${changed.length - AT_ONCE} more rows.`}</p>
          )}
        </div>
      )}
    </div>
  );
}
