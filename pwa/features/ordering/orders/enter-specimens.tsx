import { ListPlus } from 'lucide-react';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { Viewer } from '../viewer.ts';

interface EnterSpecimensProps {
  order: Pick<ShownOrder, 'id' | 'actions' | 'specimens'>;
  viewer: Pick<Viewer, 'draftPath'>;
  onOpen(path: string): void;
}

/** Leads to the list of specimens of an order that was agreed before they were known. */
export function EnterSpecimens({ order, viewer, onOpen }: EnterSpecimensProps) {
  const wizard = viewer.draftPath(order.id);
  if (!wizard || !order.actions.includes('confirm-registration')) return null;
  const unnamed = order.specimens.length === 0;
  return (
    <Button
      variant={unnamed ? 'primary' : 'secondary'}
      icon={ListPlus}
      onClick={() => onOpen(`${wizard}?step=specimens`)}
    >
      {unnamed ? 'Enter specimens' : 'Change specimens'}
    </Button>
  );
}
