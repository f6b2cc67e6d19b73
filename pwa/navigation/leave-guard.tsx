import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';

interface LeaveGuardProps {
  unsaved: boolean;
  /** Called first on navigation: only changes that cannot be saved block it. */
  save?: () => Promise<boolean>;
  /** Called when the user discards the changes, so that stored drafts are deleted too. */
  onDiscard?: () => void;
}

/**
 * Ask before the user leaves a page with unsaved changes: by a link, by going back, and by closing or
 * reloading it.
 */
export function LeaveGuard({ unsaved, save, onDiscard }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    // Its tabs are the same page; and a user whose session has ended can no longer save.
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
