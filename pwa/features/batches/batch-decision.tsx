import { Link } from '@tanstack/react-router';
import { ShieldCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#pwa/format/dates.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { ApproveBatchDialog } from './approve-batch-dialog.tsx';
import { BatchActionDialog } from './batch-action-dialog.tsx';
import { useBatchView } from './batch-page.tsx';
import { type BatchView, nameIn } from './batch-view.ts';
import { BatchSignatures, DirectorReview } from './director-review.tsx';
import { ProposedFailure } from './failures/proposed-failure.tsx';
import { FailedControls, InReview } from './in-review.tsx';
import { listBatchActions } from './list-batch-actions.ts';

const noop = (): void => undefined;

/** What a director reads before a decision: what was worked on, failed and deviated. */
function Evidence({ view }: { view: BatchView }) {
  const { batch, procedure, samples, controls, sections, people } = view;
  const failed = samples.filter(({ failedAt }) => failedAt !== null).length;
  const failedControls = controls.filter(({ passed }) => passed === false).length;
  const deviations = sections.flatMap(({ section, assigned: { deviationNote } }) =>
    deviationNote === null ? [] : [`${section.name}: ${deviationNote}`],
  );
  return (
    <KeyValues
      items={[
        { name: 'Procedure', value: `${procedure.name}, version ${procedure.procedureVersion}` },
        { name: 'Samples', value: `${countOf(samples.length, 'sample')}, ${failed} failed` },
        { name: 'Controls', value: `${countOf(controls.length, 'control')}, ${failedControls} failed` },
        {
          name: 'Sections',
          value: `${sections.filter(({ status }) => status === 'COMPLETED').length} of ${sections.length} complete`,
        },
        {
          name: 'Completed',
          value:
            batch.completedAt &&
            `${formatDate(batch.completedAt, 'shortAtTime')} by ${nameIn(people, batch.completedById)}`,
        },
        { name: 'Deviations', value: deviations.join('; ') || 'None', wide: true },
      ]}
    />
  );
}

/** Approves or returns a batch, as on its page. */
function ReviewButtons({ view }: { view: BatchView }) {
  const { actor } = useReplica();
  const [open, setOpen] = useState<'approve' | 'return' | null>(null);
  const actions = listBatchActions(view, actor);
  const approve = actions.find(({ name }) => name === 'approve');
  const giveBack = actions.find(({ name }) => name === 'return');
  const close = (): void => setOpen(null);
  if (!approve || !giveBack) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" icon={ShieldCheck} onClick={() => setOpen('approve')}>
        {approve.label}
      </Button>
      <Button icon={Undo2} onClick={() => setOpen('return')}>
        {`${giveBack.label}…`}
      </Button>
      {open === 'approve' && <ApproveBatchDialog view={view} onClose={close} />}
      {open === 'return' && (
        <BatchActionDialog
          action={{ ...giveBack, name: 'return' }}
          view={view}
          onClose={close}
          onDone={noop}
        />
      )}
    </div>
  );
}

/** Everything about a batch that waits for a decision, with the evidence and the buttons of its page. */
export function BatchDecision({ batchId }: { batchId: string }) {
  const view = useBatchView(batchId);
  if (view === undefined) return <Skeleton lines={4} label="Loading the batch" />;
  if (view === null)
    return (
      <p className="text-ink-soft">
        This device does not have the batch any more: finished batches leave it after 60 days.
      </p>
    );
  return (
    <div className="flex flex-col gap-3">
      <DirectorReview view={view} />
      <ProposedFailure view={view} />
      <FailedControls view={view} />
      <InReview view={view} />
      <Evidence view={view} />
      <BatchSignatures view={view} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ReviewButtons view={view} />
        <Link
          to="/lab/batches/$batchId"
          params={{ batchId }}
          className="inline-flex min-h-11 items-center underline underline-offset-2"
        >
          {`Open batch ${view.batch.julianId}`}
        </Link>
      </div>
    </div>
  );
}
