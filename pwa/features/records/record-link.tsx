import { recordText } from './event-sentence.ts';
import { recordPath } from './record-path.ts';

interface RecordLinkProps {
  type: string;
  id: string;
  name: string | null;
  /** Report whether this user may open the page. */
  mayOpen(path: string): boolean;
}

/** The name of the record; a link where it has a page that this user may open. */
export function RecordLink({ type, id, name, mayOpen }: RecordLinkProps) {
  const path = recordPath(type, id, mayOpen);
  const label = recordText(name);
  if (!path) return <span className="font-semibold">{label}</span>;
  return (
    <a href={path} className="font-semibold text-accent-ink underline underline-offset-2">
      {label}
    </a>
  );
}
