import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { SourceChoice } from '#db/ordering/drafts/shown-source.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { specimenColumns } from './order-specimen-columns.tsx';

interface SpecimenChoiceProps {
  /** All specimens of the earlier order. */
  specimens: readonly SourceChoice[];
  selected: ReadonlySet<string>;
  /** Customers see softer wording. */
  customer: boolean;
  onChoose(selected: ReadonlySet<string>): void;
}

const columnsFor = (customer: boolean): readonly Column<SourceChoice>[] => {
  const { sampleId, status, labId } = specimenColumns<SourceChoice>(customer);
  return [sampleId, status, labId];
};

const matchesSearch = (
  { customerSampleId, requisitionNumber, julianId }: SourceChoice,
  search: string,
): boolean =>
  [customerSampleId, requisitionNumber, julianId].some((text) =>
    text?.toLowerCase().includes(search.toLowerCase()),
  );

/** Why the other specimens are not in the list, each with its reason. */
function IneligibleSpecimens({ specimens, open }: { specimens: readonly SourceChoice[]; open: boolean }) {
  if (specimens.length === 0) return null;
  return (
    <details open={open} className="group rounded-lg border border-line px-3">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-medium">
        <ChevronRight aria-hidden size={18} className="shrink-0 group-open:rotate-90" />
        {specimens.length === 1
          ? 'One specimen cannot be chosen'
          : `${specimens.length} specimens cannot be chosen`}
      </summary>
      <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto pb-3 text-ink-soft text-sm">
        {specimens.map(({ id, problem }) => (
          <li key={id} className="wrap-anywhere">
            {problem}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Selects specimens of an earlier order for a continuing one; only those that qualify can be selected. */
export function SpecimenChoice({ specimens, selected, customer, onChoose }: SpecimenChoiceProps) {
  const [search, setSearch] = useState('');
  // Selected specimens that no longer qualify stay visible: the user must deselect them.
  const selectable = specimens.filter(({ id, problem }) => problem === null || selected.has(id));
  const ineligible = specimens.filter(({ id, problem }) => problem !== null && !selected.has(id));
  const rows = selectable.filter((one) => matchesSearch(one, search.trim()));
  if (selectable.length === 0)
    return (
      <div className="flex min-w-0 flex-col gap-3">
        <Notice tone="info" title="No specimen of this order can be chosen." />
        <IneligibleSpecimens specimens={ineligible} open />
      </div>
    );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="font-medium">
          {`${selected.size} of ${selectable.length} specimens chosen.`}
        </p>
        {rows.length > 1 && rows.some(({ id }) => !selected.has(id)) && (
          <Button onClick={() => onChoose(new Set([...selected, ...rows.map(({ id }) => id)]))}>
            {search.trim() === '' ? `Choose all ${rows.length}` : `Choose the ${rows.length} found`}
          </Button>
        )}
      </div>
      <DataList
        label="Specimens"
        pageSize={20}
        rows={rows}
        columns={columnsFor(customer)}
        rowKey={({ id }) => id}
        rowLabel={({ customerSampleId }) => customerSampleId}
        search={{ value: search, onChange: setSearch }}
        selection={{ selected, onSelect: onChoose }}
      />
      <IneligibleSpecimens specimens={ineligible} open={false} />
    </div>
  );
}
