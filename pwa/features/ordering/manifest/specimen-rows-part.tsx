import { Check, RotateCcw } from 'lucide-react';
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
  /** Receives a checked file with unsaved rows. */
  onWaiting?: (file: WaitingFile | null) => void;
}

/** Report whether the number of specimens was agreed before they are named. */
const isCountAgreed = ({ order }: ShownDraft): boolean =>
  order.status !== 'DRAFT' || order.orderType === 'SALES_ORDER' || order.orderType === 'CAMPAIGN';

const countText = (n: number): string =>
  n === 0 ? 'No specimens yet.' : n === 1 ? '1 specimen.' : `${n} specimens.`;

/** Shows how many specimens have a row. */
function RowProgress({ draft, specimenRows }: Pick<SpecimenRowsPartProps, 'draft' | 'specimenRows'>) {
  const { dirty, incomplete } = specimenRows;
  const typed = filledRows(specimenRows.rows).length;
  const expected = draft.order.projectedSpecimenCount;
  const countLabel = isCountAgreed(draft) ? `${typed} of ${expected} specimens entered.` : countText(typed);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="font-medium">
        {countLabel}
        {incomplete > 0 && (
          <span className="font-normal text-ink-soft">
            {incomplete === 1 ? ' 1 row is incomplete.' : ` ${incomplete} rows are incomplete.`}
          </span>
        )}
      </p>
      {dirty && (
        <Button variant="quiet" icon={RotateCcw} onClick={specimenRows.discardChanges}>
          Discard changes
        </Button>
      )}
    </div>
  );
}

function RowFindings({ specimenRows }: { specimenRows: SpecimenRows }) {
  const { manifestFaults, warnings, fix } = specimenRows;
  const fixable = manifestFaults.filter(({ fix: content }) => content !== null);
  return (
    <>
      {manifestFaults.length > 0 && (
        <>
          <Notice
            tone="danger"
            title={`${manifestFaults.length === 1 ? '1 error' : `${manifestFaults.length} errors`} in the rows.`}
            action={
              fixable.length > 0 && (
                <Button icon={Check} onClick={() => fix(fixable)}>
                  {fixable.length === 1 ? 'Use the suggestion' : `Use all ${fixable.length} suggestions`}
                </Button>
              )
            }
          >
            <p>Correct the marked cells. All other rows are saved.</p>
          </Notice>
          <FaultTable label="Row errors" manifestFaults={manifestFaults} onFix={fix} />
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
      content: (
        <ManifestUpload {...{ draft, operations, specimenRows, onWaiting }} onSaved={() => setTab('table')} />
      ),
    },
  ];
  return (
    <>
      {specimenRows.restored && <Notice tone="info" title="We restored your unsaved rows." />}
      <RowProgress draft={draft} specimenRows={specimenRows} />
      <RowFindings specimenRows={specimenRows} />
      <Tabs tabs={tabs} value={tab} onChange={setTab} />
    </>
  );
}
