import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { errorText } from '#pwa/api/error-text.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { AllLink } from './portal-page.tsx';

/** One thing that waits for this user. */
export interface Task {
  key: string;
  link: AppLink;
  title: string;
  /** True when the title is text instead of a number. */
  isTextTitle?: boolean;
  badge?: ReactNode;
  note: ReactNode;
  /** What pressing the row does: "Decide". */
  verb: string;
  /** Since when the thing waits, or when it is due; the earliest is the latest. */
  at: string | null;
  /** Done in place by a button of its own; the row then opens the record. */
  run?: () => Promise<unknown>;
}

/** A link to the tasks that the list leaves out. */
export interface MoreTasks {
  link: AppLink | null;
  label: string;
}

/** Sort tasks by lateness: the longest wait first, those without a date last. */
const byLateness = (tasks: readonly Task[]): Task[] =>
  [...tasks].sort((a, b) => {
    if (a.at === null || b.at === null) return Number(a.at === null) - Number(b.at === null);
    return a.at < b.at ? -1 : Number(a.at > b.at);
  });

const VERB =
  'inline-flex min-h-8 shrink-0 items-center rounded-md border border-line-strong px-3 font-medium text-sm';

function RunButton({ verb, title, run }: { verb: string; title: string; run(): Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const runTask = async (): Promise<void> => {
    setBusy(true);
    await run().catch((error: unknown) => void toast.error(errorText(error)));
    setBusy(false);
  };
  return (
    <Button busy={busy} aria-label={`${verb} ${title}`} onClick={() => void runTask()}>
      {verb}
    </Button>
  );
}

function TaskRow({ task: { link, title, isTextTitle, badge, note, verb, run } }: { task: Task }) {
  return (
    <li className="flex items-center gap-3">
      <Link
        {...link}
        className="group flex min-h-11 min-w-0 flex-1 items-center justify-between gap-3 py-1.5"
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-0.5">
          <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 font-medium text-accent-ink underline-offset-2 group-hover:underline">
            <span className={isTextTitle ? 'wrap-anywhere' : 'code'}>{title}</span>
            {badge}
          </span>
          <span className="wrap-anywhere min-w-0 text-ink-soft text-sm tabular-nums">{note}</span>
        </span>
        {!run && <span className={`${VERB} group-hover:bg-hover`}>{verb}</span>}
      </Link>
      {run && <RunButton verb={verb} title={title} run={run} />}
    </li>
  );
}

/** All that waits for this user in one list: a row per thing with what to do, the latest first. */
export function NeedsYou({ tasks, more = [] }: { tasks: readonly Task[]; more?: readonly MoreTasks[] }) {
  if (tasks.length === 0 && more.length === 0) return <p className="text-ink-soft">You’re all caught up.</p>;
  return (
    <Section title="Needs you">
      <ul aria-label="Needs you" className="-my-2 divide-y divide-line">
        {byLateness(tasks).map((task) => (
          <TaskRow key={task.key} task={task} />
        ))}
      </ul>
      <p className="mt-2 flex flex-wrap gap-x-4 empty:hidden">
        {more.map(({ link, label }) => (
          <AllLink key={label} link={link}>
            {label}
          </AllLink>
        ))}
      </p>
    </Section>
  );
}

/** Return the link to those of a kind that a list leaves out; none when all are there. */
export const moreOf = (
  { total, rows }: { total: number; rows: readonly unknown[] },
  link: AppLink | null,
  noun: string,
): MoreTasks[] =>
  link && total > rows.length ? [{ link, label: `${total - rows.length} more ${noun}` }] : [];
