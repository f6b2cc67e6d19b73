import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';

/** Asks before a page is left whose changes are not saved: by a link, by going back, and by closing or loading it. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // Its tabs are the same page; and whose session has ended cannot save any more.
    shouldBlockFn: ({ current, next }) =>
      unsaved && next.pathname !== current.pathname && next.pathname !== '/sign-in',
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave and discard"
      danger
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      <p>What you have changed on this page is not saved. It is lost when you leave.</p>
    </ConfirmDialog>
  );
}
