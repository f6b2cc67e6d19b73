import { useState } from 'react';
import { notesProblem } from '#db/batches/failure-proposal.ts';
import type { Sample } from '#db/samples/sample.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { type FailureDraft, FailureForm } from './failure-form.tsx';
import { useActs } from './use-acts.ts';

interface FailSamplesDialogProps {
  open: boolean;
  samples: readonly Pick<Sample, 'id' | 'barcode'>[];
  /** Filled in when a measured value proposes it. */
  proposed?: FailureDraft['reason'];
  onClose(): void;
}

/** Fails samples with a reason; notes where the reason asks for them. */
export function FailSamplesDialog({ open, samples, proposed = '', onClose }: FailSamplesDialogProps) {
  const [draft, setDraft] = useState<FailureDraft>({ reason: proposed, notes: '' });
  const [asked, setAsked] = useState(false);
  const { run, busy, problem: refused } = useActs();
  const problem = draft.reason === '' ? null : notesProblem(draft.reason, draft.notes);
  const leave = (): void => {
    setDraft({ reason: proposed, notes: '' });
    setAsked(false);
    onClose();
  };
  const fail = async (): Promise<void> => {
    setAsked(true);
    if (draft.reason === '' || problem !== null) return;
    const failureNotes = draft.notes.trim() === '' ? null : draft.notes.trim();
    const acts = samples.map(({ id }) => ({
      name: 'fail-sample',
      args: { sampleId: id, failureReason: draft.reason, failureNotes },
    }));
    const text =
      samples.length === 1 ? `${samples[0]?.barcode} failed.` : `${samples.length} samples failed.`;
    if (await run(acts, text)) leave();
  };
  const what = samples.length === 1 ? (samples[0]?.barcode ?? '') : `${samples.length} samples`;
  return (
    <Dialog
      open={open}
      title={`Fail ${what}?`}
      onClose={leave}
      actions={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={() => void fail()}>
            {`Fail ${what}`}
          </Button>
        </>
      }
    >
      {refused && <Notice tone="danger" title={refused} />}
      {samples.length > 1 && (
        <p className="code mb-3 text-sm">{samples.map((row) => row.barcode).join(', ')}</p>
      )}
      <FailureForm draft={draft} onChange={setDraft} asked={asked} problem={problem} />
    </Dialog>
  );
}
