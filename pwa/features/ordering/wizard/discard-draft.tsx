import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { mayDiscardDraft } from '#db/ordering/may-discard-draft.ts';
import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import { useSession } from '#pwa/replica/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { type DraftOperations, errorText, useRole } from './use-draft.ts';

/** Discards a draft after a confirmation; nothing for those who may not. */
export function DiscardDraft({
  draft,
  operations,
  onDiscarded,
}: {
  draft: ShownDraft;
  operations: DraftOperations;
  onDiscarded(): void;
}) {
  const [asking, setAsking] = useState(false);
  const actor = { role: useRole(), userId: useSession().session?.user.id ?? '' };
  const discard = async (): Promise<void> => {
    try {
      await operations.discard();
      toast.success(`Draft ${draft.order.orderNumber} is discarded.`);
      onDiscarded();
    } catch (error) {
      toast.error(errorText(error));
      setAsking(false);
    }
  };
  if (!mayDiscardDraft(actor, draft.order)) return null;
  return (
    <>
      <Button icon={Trash2} onClick={() => setAsking(true)}>
        Discard draft
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={`Discard draft ${draft.order.orderNumber}?`}
        confirmLabel="Discard draft"
        onConfirm={() => void discard()}
        onClose={() => setAsking(false)}
      >
        <p>The order and its specimens are deleted for all of your organization.</p>
      </ConfirmDialog>
    </>
  );
}
