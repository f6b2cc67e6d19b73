import { ListPlus } from 'lucide-react';
import { isDraftOfOthers, mayRegisterSpecimens } from '#db/ordering/may-register-specimens.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { Viewer } from '../viewer.ts';

interface EnterSpecimensProps {
  order: Pick<ShownOrder, 'id' | 'actions' | 'specimens' | 'status' | 'createdByUserId'>;
  viewer: Pick<Viewer, 'draftPath' | 'role' | 'userId'>;
  onOpen(path: string): void;
}

/** Link to the specimens of an order that was agreed before they were known. */
export function EnterSpecimens({ order, viewer, onOpen }: EnterSpecimensProps) {
  const wizard = viewer.draftPath(order.id);
  // Sales enter specimens of their own drafts, which the customer confirms.
  const canRegister =
    order.status === 'ANTICIPATED' &&
    (order.actions.includes('confirm-registration') || mayRegisterSpecimens(viewer, order));
  if (!wizard || !canRegister || isDraftOfOthers(viewer, order)) return null;
  const hasNoSpecimens = order.specimens.length === 0;
  return (
    <Button
      variant={hasNoSpecimens ? 'primary' : 'secondary'}
      icon={ListPlus}
      onClick={() => onOpen(`${wizard}?step=specimens`)}
    >
      {hasNoSpecimens ? 'Enter specimens' : 'Change specimens'}
    </Button>
  );
}
