import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** One piece of news: a code that leads to its record, and what happened. */
export interface UpdateItem {
  key: string;
  href: string;
  code: string;
  text: string;
}

const MAX_LISTED = 5;

/** What colleagues did to somebody's work meanwhile, until they say that they know; nothing when there is none. */
export function UpdatesNotice({
  title,
  lead,
  updates,
  locationText = '',
  onKnown,
}: {
  title: string;
  lead?: ReactNode;
  updates: readonly UpdateItem[];
  /** Where the rest is listed, after "And 3 more". */
  locationText?: string;
  onKnown(): void;
}) {
  if (updates.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={title}
      action={
        <Button icon={Check} onClick={onKnown}>
          I know
        </Button>
      }
    >
      {lead && <p>{lead}</p>}
      <ul>
        {updates.slice(0, MAX_LISTED).map(({ key, href, code, text }) => (
          <li key={key}>
            <a href={href} className="flex min-h-11 flex-wrap items-center gap-x-2 py-1.5 underline">
              <span className="code">{code}</span>
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
      {updates.length > MAX_LISTED && <p>{`And ${updates.length - MAX_LISTED} more${locationText}.`}</p>}
    </Notice>
  );
}
