import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import { UNDO_HOURS } from '#db/samples/bulk-action.ts';
import { readUndo } from '#db/samples/undo-parts.ts';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { usePersistentState } from '#pwa/replica/hooks/use-persistent-state.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { BulkSession, EMPTY_BULK } from './bulk-move.ts';
import { formatOperationName, type RecentOperation } from './recent-operations.ts';

interface UndoPreview {
  back: string[];
  of: number;
  stayingTexts: string[];
  /** Why nothing can be undone, or null. */
  impossible: string | null;
}

/** What an undo would do now, computed by the rule itself. */
function useUndoPreview(operation: RecentOperation): UndoPreview | null | undefined {
  return useRuleRead(['samples', 'storage', 'conflicts'], operation.bulkId, async (tx, context) => {
    const undo = await readUndo(tx, context, operation.bulkId, operation.sampleIds);
    const impossible = undo.undone
      ? 'It was already undone.'
      : undo.isTooOld
        ? `It is older than ${UNDO_HOURS} hours.`
        : undo.all.length === 0
          ? 'Its tubes are not on this device. Connect it and try again.'
          : undo.free.length === 0
            ? 'Something else happened to every tube since, or its old place is taken.'
            : null;
    return {
      back: undo.free.map(({ sample }) => sample.id),
      of: undo.all.length,
      stayingTexts: undo.blocked,
      impossible,
    };
  });
}

/** Asks before an operation is undone: what returns, what stays and why, and the reason. */
export function UndoDialog({ operation, onClose }: { operation: RecentOperation; onClose(): void }) {
  const preview = useUndoPreview(operation);
  const run = useCheckedOperation();
  // The list of a bulk move has its own undo, which this undo makes obsolete.
  const bulkMoveState = usePersistentState('move-samples', EMPTY_BULK, BulkSession);
  const [reason, setReason] = useState('');
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const name = formatOperationName(operation);
  const undo = async (): Promise<void> => {
    setHasSubmitted(true);
    if (reason.trim() === '') return;
    setBusy(true);
    const { bulkId, sampleIds } = operation;
    const args = { bulkId, sampleIds, untouched: preview?.back ?? [], reason: reason.trim() };
    const result = await run('undo-move', args).finally(() => setBusy(false));
    if (result.outcome === 'REJECTED') return setProblem(result.message);
    await bulkMoveState.update((now) =>
      now.last?.bulkId === operation.bulkId
        ? { ...now, last: null, undone: `Undone: ${now.last.what}` }
        : now,
    );
    if (result.message) toast.warning(`Undone: ${name}. ${result.message}`);
    else toast.success(`Undone: ${name}. Saved on this device.`);
    onClose();
  };
  const can = preview && preview.impossible === null;
  return (
    <Dialog
      open
      title={`Undo: ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{can ? 'Back' : 'Close'}</Button>
          {can && (
            <Button variant="danger" icon={Undo2} busy={busy} onClick={() => void undo()}>
              {`Put ${preview.back.length} ${preview.back.length === 1 ? 'tube' : 'tubes'} back`}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice tone="danger" title={problem} />}
        {!preview && <Skeleton lines={3} label="Asking what can be undone" />}
        {preview?.impossible && (
          <Notice tone="warning" title="This can no longer be undone">
            <p>{preview.impossible}</p>
          </Notice>
        )}
        {can && (
          <p>
            {preview.back.length === preview.of
              ? `All of it is recorded again as it was before: ${preview.of === 1 ? 'one tube' : `${preview.of} tubes`}. Put the material back by hand too.`
              : `${preview.back.length} of ${preview.of} tubes are recorded again where they were before. Put them back by hand too.`}
          </p>
        )}
        {preview && preview.stayingTexts.length > 0 && (
          <div>
            <p className="font-medium">These stay where they are:</p>
            <ul aria-label="Not put back" className="mt-1 list-disc pl-5">
              {preview.stayingTexts.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </div>
        )}
        {can && (
          <Field
            label="Reason"
            required
            error={hasSubmitted && reason.trim() === '' ? MESSAGES.reasonRequired : null}
          >
            {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={500} />}
          </Field>
        )}
      </div>
    </Dialog>
  );
}
