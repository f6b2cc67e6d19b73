import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** One piece of news: a code that leads to its record, and what happened. */
export interface News {
  key: string;
  href: string;
  code: string;
  said: string;
}

const LISTED = 5;

/** What colleagues did to somebody's work meanwhile, until they say that they know; nothing when there is none. */
export function NewsNotice({
  title,
  lead,
  news,
  where = '',
  onKnown,
}: {
  title: string;
  lead?: ReactNode;
  news: readonly News[];
  /** Where the rest is listed, after "And 3 more". */
  where?: string;
  onKnown(): void;
}) {
  if (news.length === 0) return null;
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
        {news.slice(0, LISTED).map(({ key, href, code, said }) => (
          <li key={key}>
            <a href={href} className="flex min-h-11 flex-wrap items-center gap-x-2 py-1.5 underline">
              <span className="code">{code}</span>
              <span>{said}</span>
            </a>
          </li>
        ))}
      </ul>
      {news.length > LISTED && <p>{`And ${news.length - LISTED} more${where}.`}</p>}
    </Notice>
  );
}
