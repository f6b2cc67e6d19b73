import { ArrowRightLeft, LogOut } from 'lucide-react';
import { useState } from 'react';
import { CHECK_OUT_PURPOSE, CHECK_OUT_PURPOSES, sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { useSamplesIn } from '#pwa/replica/hooks/use-places.ts';
import { ScanLog } from '#pwa/scanning/scan-log.tsx';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { CheckedOutNow, useCheckedOut } from './checked-out-now.tsx';
import { DUE_OPTIONS } from './due-hours.ts';
import { FindListPanel } from './find-list-panel.tsx';
import { useCheckOut } from './use-check-out.ts';

/** Read the tube or the box of the address; undefined while it is read. */
function usePreselectedItem({ sampleId, containerId }: Pick<CheckOutPageProps, 'sampleId' | 'containerId'>) {
  const tube = useRow(sample, sampleId ?? null);
  const box = useRow(storageManagement, containerId ?? null);
  const inside = useSamplesIn(containerId ?? null)?.length;
  return tube === undefined || box === undefined || inside === undefined ? undefined : { tube, box, inside };
}

interface PreselectedItemProps {
  bench: ReturnType<typeof useCheckOut>;
  item: NonNullable<ReturnType<typeof usePreselectedItem>>;
  onTaken(): void;
}

/**
 * Offers the preselected tube or box: opening an address must not check anything out, so one press is needed.
 */
function PreselectedItem({ bench, item: { tube, box, inside }, onTaken }: PreselectedItemProps) {
  const { session } = bench;
  const [busy, setBusy] = useState(false);
  if (!session || (!tube && !box)) return null;
  const name = tube ? tube.barcode : `${countOf(inside, 'sample')} of ${box?.name ?? ''}`;
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      if (tube) await bench.takeSample(tube);
      else if (box) await bench.takeBox(box);
      onTaken();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice
      tone="info"
      title={`For ${CHECK_OUT_PURPOSE[session.purpose]}: ${name}`}
      action={
        <Button
          variant="primary"
          icon={LogOut}
          busy={busy}
          disabled={!tube && inside === 0}
          onClick={() => void take()}
        >
          {`Check out ${name}`}
        </Button>
      }
    >
      <p>Change the purpose below if it is another one.</p>
    </Notice>
  );
}

// Scanning tubes must not wait for the list of people to load.
export const HandOverDialog = lazyComponent(() =>
  import('./hand-over-dialog.tsx').then((loaded) => loaded.HandOverDialog),
);
const PURPOSES = CHECK_OUT_PURPOSES.map((value) => ({ value, label: CHECK_OUT_PURPOSE[value] }));

interface CheckOutPageProps {
  /** The preselected item; nothing is checked out before a press or scan. */
  sampleId?: string | undefined;
  containerId?: string | undefined;
  onTaken(): void;
}

/** Checks out samples or a whole box; a colleague takes a sample over with a badge. */
export function CheckOutPage({ sampleId, containerId, onTaken }: CheckOutPageProps) {
  const bench = useCheckOut();
  const item = usePreselectedItem({ sampleId, containerId });
  const checkedOut = useCheckedOut();
  const isPreselected = sampleId !== undefined || containerId !== undefined;
  return (
    <Page title="Check samples out" breadcrumbs={[{ label: 'Samples', to: '/lab/samples' }]}>
      {bench.session && (item || !isPreselected) ? (
        <>
          {item && <PreselectedItem bench={bench} item={item} onTaken={onTaken} />}
          <CheckOutBench bench={bench} session={bench.session} />
          <CheckedOutNow {...checkedOut} />
        </>
      ) : (
        <Skeleton label="Loading" />
      )}
    </Page>
  );
}

type Bench = ReturnType<typeof useCheckOut>;

/** Hands the last scanned tube over by PIN where no badge is available. */
function WithoutBadge({ bench, sampleId }: { bench: Bench; sampleId: string | null }) {
  const [open, setOpen] = useState(false);
  const row = useRow(sample, sampleId);
  // Shown only beneath the result for this tube: after another scan it would seem to mean that one.
  if (!row || row.custodianUserId === null || bench.verdict.current?.code !== row.barcode) return null;
  return (
    <>
      <Button icon={ArrowRightLeft} onClick={() => setOpen(true)}>
        Hand over with a PIN
      </Button>
      {open && (
        <HandOverDialog
          row={row}
          onClose={() => setOpen(false)}
          onDone={(result, done) => void bench.recordHandover(result, done, row.barcode)}
        />
      )}
    </>
  );
}

function CheckOutBench({ bench, session }: { bench: Bench; session: NonNullable<Bench['session']> }) {
  const done = session.rows.filter((row) => row.done).length;
  return (
    <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
      <div className="flex min-w-0 flex-col gap-4">
        <Field label="Purpose" required>
          {(control) => (
            <Select
              {...control}
              options={PURPOSES}
              value={session.purpose}
              onChange={(purpose) => purpose !== '' && void bench.choosePurpose(purpose)}
            />
          )}
        </Field>
        <Field label="Due back" required>
          {(control) => (
            <Select
              {...control}
              options={DUE_OPTIONS}
              value={session.due}
              onChange={(due) => due !== '' && void bench.chooseDue(due)}
            />
          )}
        </Field>
        <ScanStation
          label="Scan a sample, box or badge"
          verdict={bench.verdict}
          actions={<WithoutBadge bench={bench} sampleId={session.last?.id ?? null} />}
        />
        <FindListPanel
          list={session.list}
          foundCodes={new Set(session.found)}
          onLoad={(codes) => void bench.loadList(codes)}
          onRemove={() => void bench.removeList()}
        />
      </div>
      <Section
        title={`${done} checked out`}
        actions={
          session.rows.length > 0 && (
            <Button variant="quiet" className="whitespace-nowrap" onClick={() => void bench.clear()}>
              Clear the list
            </Button>
          )
        }
      >
        <ScanLog
          label="Scans of this session"
          rows={session.rows}
          empty="Nothing yet. Scan the sample that you take out."
        />
      </Section>
    </div>
  );
}
