import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface OperationDialogProps {
  open: boolean;
  /** The act itself, as its button is called. */
  actionLabel: string;
  /** What it is done to, for instance a number. */
  of: string;
  danger?: boolean | undefined;
  busy: boolean;
  /** Nothing can be confirmed yet. */
  disabled?: boolean | undefined;
  /** What the server said when it refused. */
  problem: string | null;
  onConfirm(): void;
  onClose(): void;
  children: ReactNode;
}

/** Asks before an act of which more must be known than a reason; what was typed stays when it is refused. */
export function OperationDialog(props: OperationDialogProps) {
  const {
    open,
    actionLabel,
    of,
    danger = false,
    busy,
    disabled = false,
    problem,
    onConfirm,
    onClose,
    children,
  } = props;
  return (
    <Dialog
      open={open}
      title={`${actionLabel}: ${of}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled} onClick={onConfirm}>
            {actionLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice tone="danger" title={problem} />}
        {children}
      </div>
    </Dialog>
  );
}
