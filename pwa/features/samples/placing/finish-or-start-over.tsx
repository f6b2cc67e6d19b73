import { useCallback, useMemo, useRef, useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';

interface StartOverProps {
  label?: string;
  title: string;
  /** Names what is lost, such as "Drop 40 scanned tubes". */
  confirmLabel: string;
  /** Number of scans that would be lost; 0 skips the question. */
  lost: number;
  onDrop(): void;
}

/** Drops the scans so far after confirmation: an accidental press must not cost eighty scans. */
export function StartOver({ label = 'Start over', title, confirmLabel, lost, onDrop }: StartOverProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => (lost === 0 ? onDrop() : setAsking(true))}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        title={title}
        danger
        confirmLabel={confirmLabel}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onDrop();
        }}
      >
        <p>What was scanned is forgotten and has to be scanned again. Nothing was recorded.</p>
      </ConfirmDialog>
    </>
  );
}

interface ManyMissingDialogProps {
  open: boolean;
  place: string;
  missing: number;
  expected: number;
  onConfirm(): void;
  onClose(): void;
}

/** Asks for confirmation before most samples of a location are marked as not found. */
export function ManyMissingDialog({ place, missing, expected, ...props }: ManyMissingDialogProps) {
  return (
    <ConfirmDialog
      {...props}
      title={`Mark ${missing} of ${expected} tubes as not found?`}
      danger
      confirmLabel={`Mark ${missing} as not found`}
      backLabel="Continue scanning"
    >
      <p>{`More than half of what is recorded in ${place} was not scanned.`}</p>
      <p>{`Scan ${place} again to record it, or another tube to continue.`}</p>
    </ConfirmDialog>
  );
}

/** Steps of the question whether to finish; the last is asked when more than half is missing. */
export type FinishStep = 'NONE' | 'FINISH' | 'MISSING';

/** The rendered step, and the current one: a scan can come before the next render. */
export function useFinishStep() {
  const [step, setStep] = useState<FinishStep>('NONE');
  const latest = useRef<FinishStep>('NONE');
  const set = useCallback((next: FinishStep) => {
    latest.current = next;
    setStep(next);
  }, []);
  return useMemo(() => ({ step, now: () => latest.current, set }), [step, set]);
}

export type FinishQuestion = ReturnType<typeof useFinishStep>;
