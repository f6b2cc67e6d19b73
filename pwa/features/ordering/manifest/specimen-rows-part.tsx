import { RotateCcw, Save } from 'lucide-react';
import { useState } from 'react';
import { DRAFT_OF_OTHERS, isDraftOfOthers } from '#db/ordering/drafts/draft-rights.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { type DraftOperations, useRole } from '#pwa/features/ordering/drafts/use-order-draft.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { filledRows } from './draft-specimen-rows.ts';
import { FaultTable } from './fault-table.tsx';
import { ManifestUpload } from './manifest-upload.tsx';
import { PlateMap } from './plate-map.tsx';
import { SpecimenTable } from './specimen-table.tsx';
import type { WaitingFile } from './use-manifest.ts';
import type { SpecimenRows } from './use-specimen-rows.ts';

interface SpecimenRowsPartProps {
  draft: ShownDraft;
  operations: DraftOperations;
  specimenRows: SpecimenRows;
  /** Sets the ordered count to the number of rows; omitted where that count is agreed. */
  onCount?: (n: number) => void;
  /** Receives a checked file with unsaved rows. */
  onWaiting?: (file: WaitingFile | null) => void;
}

/** Shows how many specimens have a row, and whether the rows are saved. */
function RowProgress({
  draft,
  specimenRows,
  onCount,
}: Omit<SpecimenRowsPartProps, 'operations' | 'onWaiting'>) {
  const typed = filledRows(specimenRows.rows).length;
  const expectedCount = draft.order.projectedSpecimenCount;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="font-medium">
        {`${typed} of ${expectedCount} specimens entered.`}
        {specimenRows.dirty && <span className="font-normal text-ink-soft"> Not saved yet.</span>}
      </p>
      {onCount && typed > 0 && typed !== expectedCount && (
        <Button onClick={() => onCount(typed)}>
          {typed === 1 ? 'Order 1 specimen' : `Order ${typed} specimens`}
        </Button>
      )}
      {specimenRows.dirty && (
        <>
          <Button icon={Save} onClick={() => void specimenRows.save()}>
            Save rows
          </Button>
          <Button variant="quiet" icon={RotateCcw} onClick={specimenRows.discardChanges}>
            Discard changes
          </Button>
        </>
      )}
    </div>
  );
}

function RowFindings({ specimenRows }: { specimenRows: SpecimenRows }) {
  const { manifestFaults, warnings } = specimenRows;
  return (
    <>
      {manifestFaults.length > 0 && (
        <>
          <Notice
            tone="danger"
            title={`${manifestFaults.length === 1 ? '1 cell has an error' : `${manifestFaults.length} cells have errors`}. The rows are not saved.`}
          >
            <p>Correct the marked cells and save again.</p>
          </Notice>
          <FaultTable label="Row errors" manifestFaults={manifestFaults} />
        </>
      )}
      {warnings.length > 0 && (
        <>
          <h3 className="font-semibold">{`Warnings (${warnings.length})`}</h3>
          <FaultTable label="Row warnings" manifestFaults={warnings} />
        </>
      )}
    </>
  );
}

/** The rows of an order, typed, placed on a plate map, or from a file, with their progress and faults. */
export function SpecimenRowsPart(props: SpecimenRowsPartProps) {
  const { draft, operations, specimenRows, onWaiting } = props;
  const [tab, setTab] = useState('table');
  const person = { role: useRole(), userId: useSession().session?.user.id ?? '' };
  if (isDraftOfOthers(person, draft.order)) return <Notice tone="info" title={DRAFT_OF_OTHERS} />;
  const tabs = [
    { id: 'table', label: 'Table', content: <SpecimenTable draft={draft} specimenRows={specimenRows} /> },
    ...(draft.order.packageType === 'PLATE'
      ? [{ id: 'plate', label: 'Plate map', content: <PlateMap draft={draft} specimenRows={specimenRows} /> }]
      : []),
    {
      id: 'file',
      label: 'Upload a file',
      content: <ManifestUpload {...{ draft, operations, onWaiting }} onSaved={() => setTab('table')} />,
    },
  ];
  return (
    <>
      {specimenRows.restored && (
        <Notice tone="info" title="We restored your unsaved rows.">
          <p>Save the rows, or discard the changes.</p>
        </Notice>
      )}
      <RowProgress {...props} />
      <RowFindings specimenRows={specimenRows} />
      <Tabs tabs={tabs} value={tab} onChange={setTab} />
    </>
  );
}
