import { Link } from '@tanstack/react-router';
import { Microscope, Pencil, Plus, Power } from 'lucide-react';
import { useState } from 'react';
import { ulid } from 'ulid';
import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import { listRuns } from '#db/api/sequencing/runs.ts';
import { addSequencer, changeSequencer, listSequencers } from '#db/api/sequencing/sequencers.ts';
import type { RunRow } from '#db/sequencing/runs/shown-run.ts';
import { SequencerForm } from '#db/sequencing/sequencers/manage-sequencers.ts';
import {
  SEQUENCER_LIFECYCLE,
  SEQUENCER_MODEL_FACTS,
  SEQUENCER_STATUS_DISPLAY,
  type Sequencer,
  SequencerStatus,
} from '#db/sequencing/sequencers/sequencer.ts';
import { describeField } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { RunTrends } from './run-trends.tsx';
import { SequencerFacts } from './sequencer-facts.tsx';
import { SequencerPicture } from './sequencer-picture.tsx';

const FormField = fieldOf<typeof SequencerForm>();
const StatusForm = z.strictObject({
  status: describeField(SequencerStatus, 'New status'),
  reason: describeField(Reason, { label: 'Reason', input: 'area' }),
});
const StatusField = fieldOf<typeof StatusForm>();

/** Adds a sequencer, or changes the details of one. */
function SequencerDialog({ row, onClose }: { row: Sequencer | null; onClose(): void }) {
  const add = useCallMutation(addSequencer, { invalidates: [listSequencers] });
  const change = useCallMutation(changeSequencer, { invalidates: [listSequencers] });
  return (
    <FormDialog
      title={row ? `Edit ${row.name}` : 'Add sequencer'}
      submitLabel={row ? 'Save' : 'Add sequencer'}
      schema={SequencerForm}
      defaults={
        row
          ? { name: row.name, model: row.model, serialNumber: row.serialNumber, hostName: row.hostName }
          : { hostName: null }
      }
      onSubmit={async (form) => {
        if (row)
          await change.mutateAsync({
            body: { operation: 'edit-sequencer', args: { sequencerId: row.id, form } },
          });
        else await add.mutateAsync({ body: { sequencerId: ulid(), form } });
        toast.success(row ? 'Sequencer changed' : 'Sequencer added');
        onClose();
      }}
      onClose={onClose}
    >
      <FormField name="name" />
      <FormField name="model" />
      <FormField name="serialNumber" />
      <FormField name="hostName" />
    </FormDialog>
  );
}

/** Takes a sequencer out of work, brings it back, or retires it. */
function SequencerStatusDialog({ row, onClose }: { row: Sequencer; onClose(): void }) {
  const change = useCallMutation(changeSequencer, { invalidates: [listSequencers] });
  const next = SEQUENCER_LIFECYCLE[row.status];
  return (
    <FormDialog
      title={`Change status of ${row.name}`}
      submitLabel="Change status"
      schema={StatusForm}
      defaults={{ reason: '' }}
      onSubmit={async (form) => {
        await change.mutateAsync({
          body: { operation: 'change-sequencer-status', args: { sequencerId: row.id, ...form } },
        });
        toast.success('Status changed');
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        A retired sequencer stays in the history and is not used again. Its status does not change any more.
      </p>
      <StatusField
        name="status"
        options={next.map((status) => ({ value: status, label: SEQUENCER_STATUS_DISPLAY[status].label }))}
      />
      <StatusField name="reason" />
    </FormDialog>
  );
}

function SequencerPanel({
  row,
  runs,
  onEdit,
  onStatus,
}: {
  row: Sequencer;
  runs: readonly RunRow[];
  onEdit: (() => void) | null;
  onStatus: (() => void) | null;
}) {
  return (
    <section aria-label={row.name} className="panel flex min-w-0 flex-col gap-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="font-semibold text-lg">{row.name}</h2>
          <p className="text-ink-soft text-sm">
            {SEQUENCER_MODEL_FACTS[row.model].label} <span className="code">{row.serialNumber}</span>
          </p>
        </div>
        <StatusBadge display={SEQUENCER_STATUS_DISPLAY[row.status]} />
      </div>
      {row.statusReason && row.status !== 'ACTIVE' && <p>{row.statusReason}</p>}
      <SequencerFacts row={row} runs={runs} />
      <SequencerPicture row={row} runs={runs} />
      {row.status !== 'RETIRED' && (onEdit || onStatus) && (
        <div className="flex flex-wrap gap-2">
          {onEdit && (
            <Button icon={Pencil} onClick={onEdit}>
              {`Edit ${row.name}`}
            </Button>
          )}
          {onStatus && (
            <Button icon={Power} onClick={onStatus}>
              Change status
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** The sequencers of the lab as pictures: what runs where, and since when. */
export function SequencersPage() {
  const role = useSession().session?.user.role;
  const [dialog, setDialog] = useState<
    { kind: 'details'; row: Sequencer | null } | { kind: 'status'; row: Sequencer } | null
  >(null);
  const { data, error } = useCall(listSequencers, { query: { sort: 'name:asc', limit: 100 } });
  const mayReadRuns = role !== undefined && may(role, 'internal/results:read');
  const running = useCall(
    listRuns,
    // In the order of their status, runs in progress come first.
    { query: { sort: 'runStatus:asc,startedAt:desc', limit: 100 } },
    { enabled: mayReadRuns, refetchInterval: 60_000 },
  );
  const mayAdd = role !== undefined && may(role, 'lab/sequencers:create');
  const mayChange = role !== undefined && may(role, 'lab/sequencers:update');
  const addButton = mayAdd && (
    <Button variant="primary" icon={Plus} onClick={() => setDialog({ kind: 'details', row: null })}>
      Add sequencer
    </Button>
  );
  const close = (): void => setDialog(null);
  return (
    <Page title="Sequencers" actions={addButton}>
      <Link
        to="/lab/inventory/sequencers/flow-cells"
        className="inline-flex min-h-11 w-fit items-center font-medium underline underline-offset-2"
      >
        Flow cells
      </Link>
      {error && <Notice tone="danger" title={errorText(error)} />}
      {!data && !error && <Skeleton lines={6} label="Loading the sequencers" />}
      {data && data.rows.length === 0 && (
        <EmptyState icon={Microscope} title="No sequencers yet" action={addButton}>
          A sequencer gets its runs by its serial number.
        </EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <div className="gap-4 *:mb-4 *:break-inside-avoid lg:columns-2">
          {data.rows.map((row) => (
            <SequencerPanel
              key={row.id}
              row={row}
              runs={(running.data?.rows ?? []).filter(
                ({ sequencerId, runStatus }) => sequencerId === row.id && runStatus === 'IN_PROGRESS',
              )}
              onEdit={mayChange ? () => setDialog({ kind: 'details', row }) : null}
              onStatus={mayChange ? () => setDialog({ kind: 'status', row }) : null}
            />
          ))}
        </div>
      )}
      {mayReadRuns && data && <RunTrends />}
      {dialog?.kind === 'details' && <SequencerDialog row={dialog.row} onClose={close} />}
      {dialog?.kind === 'status' && <SequencerStatusDialog row={dialog.row} onClose={close} />}
    </Page>
  );
}
