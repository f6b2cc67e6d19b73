import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AppLink, addressOf } from './app-link.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** One update: a code that leads to its record, and what happened. */
export interface UpdateItem {
  key: string;
  link: AppLink;
  code: string;
  text: string;
}

const MAX_LISTED = 5;

/** Changes by colleagues to a user's work, until the user dismisses them; empty when there are none. */
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
  /** The page with the full list, after "And 3 more". */
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
        {updates.slice(0, MAX_LISTED).map(({ key, link, code, text }) => (
          <li key={key}>
            <a
              href={addressOf(link)}
              className="flex min-h-11 flex-wrap items-center gap-x-2 py-1.5 underline"
            >
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
