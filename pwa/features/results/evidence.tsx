import { useState } from 'react';
import type { ShownResult, ShownResults } from '#db/specimens/shown-results.ts';
import { Button } from '#pwa/ui/button.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { evidenceColumns, hinderedColumns } from './evidence-columns.tsx';
import { EvidenceFileButton } from './evidence-file-button.tsx';
import { usePagesOfLab } from './pages-of-lab.ts';

interface EvidenceProps {
  results: ShownResults;
  /** The rows that can be approved now. */
  waiting: readonly ShownResult[];
  ticked: ReadonlySet<string>;
  onTick(ticked: ReadonlySet<string>): void;
}

const PAGE_SIZE = 10;
const rowIdentity = {
  rowKey: ({ id }: ShownResult) => id,
  rowLabel: (row: ShownResult) => row.customerSampleId,
};

const matches = ({ customerSampleId, julianId, evidence }: ShownResult, searchText: string): boolean =>
  [customerSampleId, julianId, evidence?.requisitionNumber, evidence?.patientMrn].some((text) =>
    text?.toLowerCase().includes(searchText),
  );

function Waiting({ waiting, ticked, onTick }: Omit<EvidenceProps, 'results'>) {
  // The search may contain a medical record number, so it is kept out of the address.
  const [search, setSearch] = useState('');
  const pages = usePagesOfLab();
  const isMultiple = waiting.length > 1;
  return (
    <>
      {isMultiple && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft text-sm">
            Open what was found for each, and tick those that are right.
          </p>
          <Button
            onClick={() => onTick(new Set(waiting.map(({ id }) => id)))}
          >{`Tick all ${waiting.length}`}</Button>
        </div>
      )}
      <DataList
        label="Specimens to approve"
        pageSize={PAGE_SIZE}
        rows={waiting.filter((row) => matches(row, search.trim().toLowerCase()))}
        columns={evidenceColumns(pages.specimen)}
        {...rowIdentity}
        {...(waiting.length > PAGE_SIZE || search !== ''
          ? { search: { value: search, onChange: setSearch } }
          : {})}
        {...(isMultiple ? { selection: { selected: ticked, onSelect: onTick } } : {})}
      />
    </>
  );
}

/**
 * Evidence for the results of an order: each waiting specimen with samples and files, and what blocks the
 * others.
 */
export function Evidence({ results: { rows, orderFiles }, waiting, ticked, onTick }: EvidenceProps) {
  const pages = usePagesOfLab();
  const hindered = rows.filter(({ approvalProblems }) => (approvalProblems?.length ?? 0) > 0);
  return (
    <>
      {orderFiles.length > 0 && (
        <section aria-labelledby="files-of-order">
          <h3 id="files-of-order" className="font-semibold">
            Files of the whole order
          </h3>
          <ul>
            {orderFiles.map((file) => (
              <li key={file.id}>
                <EvidenceFileButton file={file} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && <Waiting {...{ waiting, ticked, onTick }} />}
      {hindered.length > 0 && (
        <section aria-labelledby="not-ready" className="flex flex-col gap-2">
          <h3 id="not-ready" className="font-semibold">
            {`Not ready yet: ${hindered.length}`}
          </h3>
          <DataList
            label="Specimens that are not ready"
            pageSize={PAGE_SIZE}
            rows={hindered}
            columns={hinderedColumns(pages.specimen)}
            {...rowIdentity}
          />
        </section>
      )}
    </>
  );
}
