import { useNavigate } from '@tanstack/react-router';
import {
  Ban,
  CircleCheck,
  CircleHelp,
  CirclePlay,
  CircleX,
  Copy,
  FileText,
  type LucideIcon,
  PackagePlus,
  Printer,
  RotateCcw,
  ShieldAlert,
  ShieldCheck,
  ShieldOff,
  ShieldQuestion,
  Tags,
  Undo2,
} from 'lucide-react';
import { useId, useState } from 'react';
import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import * as calls from '#db/api/batches.ts';
import { BATCH_STATUS_DISPLAY } from '#db/batches/batch.ts';
import {
  batchOverrideCapability,
  batchOverridesFrom,
  isFailed,
  overrideBatch,
} from '#db/batches/override-batch.ts';
import { describeField } from '#db/values/field-types.ts';
import { usePrintLabels } from '#pwa/printing/use-print-labels.ts';
import { usePrintSheet } from '#pwa/printing/use-print-sheet.tsx';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useCreateBatch } from '#pwa/replica/hooks/use-create-batch.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import type { MenuAction } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailMenu } from '#pwa/ui/detail-header.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { OverrideDialog, type OverrideTarget } from '#pwa/ui/override/override-dialog.tsx';
import { ApproveBatchDialog } from './approve-batch-dialog.tsx';
import { BatchActionDialog } from './batch-action-dialog.tsx';
import { plateLabel, tubeLabels } from './batch-labels.ts';
import type { BatchView } from './batch-view.ts';
import { type BatchAction, type BatchActionName, listBatchActions } from './list-batch-actions.ts';
import { plateSheet } from './plate-sheet.ts';

/**
 * Return this user's status overrides of a batch; null without the right to it, or when the batch is
 * finished.
 */
export function batchOverride(
  { batch, procedure }: Pick<BatchView, 'batch' | 'procedure'>,
  role: Role,
): OverrideTarget | null {
  const statuses = batchOverridesFrom(batch.status);
  if (statuses.length === 0 || !hasCapability(role, batchOverrideCapability(procedure.clinical))) return null;
  return {
    id: batch.id,
    name: `Batch ${batch.julianId}`,
    operation: overrideBatch,
    idArgument: 'batchId',
    call: calls.overrideBatch,
    statuses: statuses.map((value) => ({ value, label: BATCH_STATUS_DISPLAY[value].label })),
    fails: (to) => isFailed(batch.status) === false && (to === 'FAILED' || to === 'FAILED_QC'),
  };
}

const RepeatForm = z.object({ name: describeField(z.string().trim().min(1).max(200), 'Name') });
const RepeatField = fieldOf<typeof RepeatForm>();

/**
 * A dialog that creates a batch like a reset one: the same procedure, with a link to the repeated batch
 * (domain 4.4).
 */
function RepeatBatchDialog({ view, onClose }: { view: BatchView; onClose(): void }) {
  const { batch, procedure } = view;
  const navigate = useNavigate();
  const { reachable } = useSyncStatus();
  const { create, problem } = useCreateBatch(
    (batchId) =>
      void navigate({ to: '/lab/batches/$batchId', params: { batchId }, search: { tab: 'plate' } }),
  );
  return (
    <FormDialog
      title={`New batch: repeats ${batch.julianId}`}
      submitLabel="New batch"
      problem={problem}
      schema={RepeatForm}
      defaults={{ name: batch.name }}
      onSubmit={({ name }) => {
        const { assignedUserId, research } = batch;
        return create({ name, procedureId: procedure.id, assignedUserId, research, sourceBatchId: batch.id });
      }}
      onClose={onClose}
    >
      {!reachable && (
        <Notice tone="warning" title="A batch can be created online only">
          <p>The server gives the batch number. Connect this device first.</p>
        </Notice>
      )}
      <p>{`Procedure ${procedure.name}, empty plate. Reset samples are in the queue.`}</p>
      <RepeatField name="name" />
    </FormDialog>
  );
}

const ICONS: Record<BatchActionName, LucideIcon> = {
  start: CirclePlay,
  complete: CircleCheck,
  approve: ShieldCheck,
  return: Undo2,
  'request-approval': ShieldQuestion,
  'withdraw-approval': ShieldOff,
  fail: CircleX,
  'fail-qc': CircleX,
  propose: CircleHelp,
  reset: RotateCcw,
  cancel: Ban,
};

/**
 * The next step as a button, all other actions of this user in the menu, with the reason where one is
 * unavailable.
 */
export function BatchActions({
  view,
  onCompleted,
  onOutputPlate,
}: {
  view: BatchView;
  /** The batch was completed just now. */
  onCompleted(): void;
  /** Creates the output plate; null when there is none to create. */
  onOutputPlate: (() => void) | null;
}) {
  const { actor } = useReplica();
  const print = usePrintLabels();
  const sheet = usePrintSheet();
  const [open, setOpen] = useState<BatchAction | null>(null);
  const [repeating, setRepeating] = useState(false);
  const [overriding, setOverriding] = useState(false);
  const override = batchOverride(view, actor.role);
  const noteId = useId();
  const actions = listBatchActions(view, actor);
  const [first] = actions;
  const next = first && !first.danger ? first : null;
  const labels: MenuAction[] = [
    { label: 'Print plate map', icon: FileText, onSelect: () => sheet.print(plateSheet(view)) },
    {
      label: 'Print plate label',
      icon: Printer,
      onSelect: () => void print({ kind: 'PLATE_EDGE', labels: [plateLabel(view)] }),
    },
    ...(onOutputPlate ? [{ label: 'Make output plate…', icon: PackagePlus, onSelect: onOutputPlate }] : []),
    {
      label: 'Print tube labels',
      icon: Tags,
      disabled: view.samples.length === 0,
      onSelect: () => void print({ kind: 'TUBE', labels: tubeLabels(view) }),
    },
  ];
  const menu: MenuAction[] = actions
    .filter((one) => one !== next)
    .map((one) => ({
      label: `${one.label}…`,
      icon: ICONS[one.name],
      danger: one.danger,
      disabled: one.note !== null,
      ...(one.note === null ? {} : { note: one.note }),
      onSelect: () => setOpen(one),
    }));
  const overrideItems: MenuAction[] = override
    ? [{ label: 'Override status…', icon: ShieldAlert, danger: true, onSelect: () => setOverriding(true) }]
    : [];
  return (
    <>
      {next && (
        <Button
          variant="primary"
          icon={ICONS[next.name]}
          disabled={next.note !== null}
          aria-describedby={next.note === null ? undefined : noteId}
          onClick={() => setOpen(next)}
        >
          {next.label}
        </Button>
      )}
      {view.batch.status === 'RESET' && hasCapability(actor.role, 'planBatches') && (
        <Button icon={Copy} onClick={() => setRepeating(true)}>
          New batch like this…
        </Button>
      )}
      {repeating && <RepeatBatchDialog view={view} onClose={() => setRepeating(false)} />}
      {sheet.printed}
      <DetailMenu actions={[...labels, ...menu, ...overrideItems]} />
      {overriding && override && <OverrideDialog target={override} onClose={() => setOverriding(false)} />}
      {next?.note && (
        <p id={noteId} className="w-0 min-w-full truncate text-right text-ink-soft text-sm max-md:sr-only">
          {next.note}
        </p>
      )}
      {open?.name === 'approve' && <ApproveBatchDialog view={view} onClose={() => setOpen(null)} />}
      {open && open.name !== 'approve' && (
        <BatchActionDialog
          key={open.name}
          action={{ ...open, name: open.name }}
          view={view}
          onClose={() => setOpen(null)}
          onDone={() => {
            if (open.name === 'complete') onCompleted();
          }}
        />
      )}
    </>
  );
}
