import type { ReactNode } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Dialog } from './dialog.tsx';

interface OperationDialogProps {
  open: boolean;
  /** The action, as on its button. */
  actionLabel: string;
  /** The target of the action, for instance a number. */
  of: string;
  danger?: boolean | undefined;
  busy: boolean;
  /** Disables the confirmation. */
  disabled?: boolean | undefined;
  /** The server's message when it refused. */
  problem: string | null;
  onConfirm(): void;
  onClose(): void;
  children: ReactNode;
}

/** A dialog for an action that needs more than a reason; the input remains after a refusal. */
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
          <Button onClick={onClose}>Cancel</Button>
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
