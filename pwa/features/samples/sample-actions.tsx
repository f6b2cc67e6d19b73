import { useNavigate } from '@tanstack/react-router';
import {
  ArrowRightLeft,
  Ban,
  CircleCheck,
  CircleX,
  LogIn,
  LogOut,
  Move,
  PackageOpen,
  Pipette,
  Printer,
  Search,
  ShieldAlert,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import type { BenchArgs, BenchOperationName } from '#db/bench-operations.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { awaitsConfirmation } from '#db/samples/failing/failure-decision.ts';
import { SAMPLE_KIND, type Sample } from '#db/samples/sample.ts';
import { isEndPlace, storageManagement } from '#db/storage/storage-management.ts';
import { joinSentences } from '#pwa/format/sentences.ts';
import { usePrintLabels } from '#pwa/printing/use-print-labels.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import type { OperationResult } from '#pwa/replica/operations/run-operation.ts';
import type { MenuAction } from '#pwa/ui/actions-menu.tsx';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { Button } from '#pwa/ui/button.tsx';
import { DetailMenu } from '#pwa/ui/detail-header.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { sampleOverride } from '#pwa/ui/override/material-override.ts';
import { OverrideDialog } from '#pwa/ui/override/override-dialog.tsx';
import { type DialogKind, type Failing, SampleDialogs } from './sample-dialogs.tsx';

const FAILABLE = new Set(['IN_QUEUE', 'BATCH_ASSIGNED', 'IN_PROGRESS', 'COMPLETED', 'DEPLETED']);

interface SampleActionsProps {
  row: Sample;
  missing: boolean;
  failing: Failing;
  /** The text of the rule that refused the last action; null after one that it accepted. */
  onProblem(problem: string | null): void;
}

/** The next action of each situation; the first that is open to the user is a button. */
const NEXT_ACTIONS: readonly string[] = ['Take aliquot', 'Found', 'Check in', 'Check out'];

/** What this user may do with the tube now: the next action as a button, all others in the menu. */
export function SampleActions({ row, missing, failing, onProblem }: SampleActionsProps) {
  const { actor } = useReplica();
  const runOperation = useCheckedOperation();
  const navigate = useNavigate();
  const print = usePrintLabels();
  const place = useRow(storageManagement, row.storageLocationId);
  const [dialog, setDialog] = useState<DialogKind | null>(null);
  const [overriding, setOverriding] = useState(false);
  const override = sampleOverride(row, actor.role);
  const reportResult = (result: OperationResult, done: string): void => {
    onProblem(result.outcome === 'REJECTED' ? result.message : null);
    if (result.outcome === 'REJECTED') return;
    if (result.message) toast.warning(joinSentences(done, result.message));
    else toast.success(`${done}. Saved on this device.`);
  };
  const run = async <Name extends BenchOperationName>(name: Name, args: BenchArgs[Name], done: string) =>
    reportResult(await runOperation(name, args), done);
  const custody = may(actor.role, 'lab/custody:update');
  const move = may(actor.role, 'lab/specimens/move:update');
  const hasLeftLab = place ? isEndPlace(place.type) : false;
  const isCheckedOut = row.custodianUserId !== null;
  const go = (link: AppLink) => () => void navigate(link);
  // The tube does not exist yet: the only action is to take the aliquot.
  const awaited = row.status === 'SUPPLEMENTAL';
  const actions: (MenuAction & { isVisible: boolean })[] = [
    {
      label: 'Take aliquot',
      icon: Pipette,
      onSelect: () => setDialog('ALIQUOT'),
      isVisible: custody && awaited,
    },
    {
      label: 'Check out',
      icon: LogOut,
      onSelect: () => setDialog('CHECK_OUT'),
      isVisible: custody && !isCheckedOut && !hasLeftLab && !awaited,
    },
    {
      label: 'Check in',
      icon: LogIn,
      onSelect: go({ to: '/lab/samples/check-in', search: { sample: row.id } }),
      isVisible: custody && isCheckedOut,
    },
    {
      label: 'Hand over',
      icon: ArrowRightLeft,
      onSelect: () => setDialog('HAND_OVER'),
      isVisible: custody && isCheckedOut,
    },
    {
      label: 'Move',
      icon: Move,
      onSelect: go({ to: '/lab/samples/move', search: { mode: 'samples', sample: row.id } }),
      isVisible: move && !isCheckedOut && !hasLeftLab && !awaited,
    },
    {
      label: 'Print label',
      icon: Printer,
      onSelect: () =>
        void print({
          kind: 'TUBE',
          labels: [
            {
              barcode: row.barcode,
              lines: [SAMPLE_KIND[row.sampleKind], ENTITY_PROFILE[row.entity].displayName],
            },
          ],
        }),
      isVisible: true,
    },
    {
      label: 'Not found',
      icon: Search,
      onSelect: () => void run('mark-sample-not-found', { sampleId: row.id }, 'Marked as not found'),
      isVisible: custody && !missing && !hasLeftLab && !isCheckedOut && !awaited,
    },
    {
      label: 'Found',
      icon: PackageOpen,
      onSelect: () => void run('mark-sample-found', { sampleId: row.id }, 'Marked as found'),
      isVisible: custody && missing,
    },
    {
      label: 'Reviewed',
      icon: CircleCheck,
      onSelect: () => setDialog('REVIEW'),
      isVisible:
        row.flaggedForReview && !awaitsConfirmation(row) && hasCapability(actor.role, 'decideQuality'),
    },
    {
      label: 'Fail',
      icon: CircleX,
      danger: true,
      onSelect: () => setDialog('FAIL'),
      isVisible: custody && FAILABLE.has(row.status) && !hasLeftLab,
    },
    {
      label: 'Send to client',
      icon: Ban,
      onSelect: () => setDialog('SEND'),
      isVisible: custody && !hasLeftLab && !awaited,
    },
    {
      label: 'Dispose',
      icon: Trash2,
      danger: true,
      onSelect: () => setDialog('DISPOSE'),
      isVisible: custody && !hasLeftLab && !awaited,
    },
    {
      label: 'Override status…',
      icon: ShieldAlert,
      danger: true,
      onSelect: () => setOverriding(true),
      isVisible: override !== null && !hasLeftLab,
    },
  ];
  const openActions = actions.filter((one) => one.isVisible).map(({ isVisible, ...action }) => action);
  const next = openActions.find(({ label }) => NEXT_ACTIONS.includes(label));
  return (
    <>
      {next && (
        <Button variant="primary" {...(next.icon ? { icon: next.icon } : {})} onClick={next.onSelect}>
          {next.label}
        </Button>
      )}
      <DetailMenu actions={openActions.filter((action) => action !== next)} />
      {overriding && override && <OverrideDialog target={override} onClose={() => setOverriding(false)} />}
      <SampleDialogs
        row={row}
        kind={dialog}
        failing={failing}
        onClose={() => setDialog(null)}
        onRun={run}
        onDone={reportResult}
      />
    </>
  );
}
