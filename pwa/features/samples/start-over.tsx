import { useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';

interface StartOverProps {
  label?: string;
  title: string;
  /** Names what is lost: "Drop 40 scanned tubes". */
  confirmLabel: string;
  /** How many scans would be lost; with none nothing is asked. */
  lost: number;
  onDrop(): void;
}

/** Drops what was scanned so far, after asking: a slip of the thumb must not cost eighty scans. */
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
