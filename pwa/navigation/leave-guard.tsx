import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';

interface LeaveGuardProps {
  unsaved: boolean;
  /** Tried first on the way to another page: only what cannot be saved stops anybody. */
  save?: () => Promise<boolean>;
  /** Told when the changes are left behind: what is kept of them goes too. */
  onDiscard?: () => void;
}

/** Asks before a page is left whose changes are not saved: by a link, by going back, and by closing or loading it. */
export function LeaveGuard({ unsaved, save, onDiscard }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    // Its tabs are the same page; and whose session has ended cannot save any more.
    shouldBlockFn: async ({ current, next }) =>
      unsaved && next.pathname !== current.pathname && next.pathname !== '/sign-in' && !(await save?.()),
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave and discard"
      backLabel="Stay"
      danger
      onConfirm={() => {
        onDiscard?.();
        proceed?.();
      }}
      onClose={() => reset?.()}
    >
      <p>What you have changed on this page is not saved. It is lost when you leave.</p>
    </ConfirmDialog>
  );
}
