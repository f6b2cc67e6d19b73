import { useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';

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
