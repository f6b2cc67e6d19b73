import { PartNotLoaded } from '#pwa/ui/part-not-loaded.tsx';
import { useOnlinePart } from '#pwa/ui/use-online-part.ts';
import type { CustomerNotesProps } from './customer-notes.tsx';

const load = () => import('./customer-notes.tsx').then(({ CustomerNotes }) => CustomerNotes);

/** Customers' notes on a bench page, shown while online. */
export function NotesFromCustomer({ reachable, ...props }: CustomerNotesProps & { reachable: boolean }) {
  const { part: Notes, failed } = useOnlinePart(reachable, load);
  if (!reachable) return null;
  if (Notes) return <Notes {...props} />;
  return failed ? <PartNotLoaded text="Notes of the customer could not be loaded." /> : null;
}
