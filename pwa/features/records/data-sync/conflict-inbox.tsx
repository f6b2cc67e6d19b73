import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import { may } from '#db/access/grants.ts';
import type { Row } from '#db/entity.ts';
import { person } from '#db/identity/person.ts';
import { CONFLICT_CHOICES, type ConflictChoice } from '#db/records/conflicts/conflict-kind.ts';
import { CONFLICT_KINDS, conflictKindNamed } from '#db/records/conflicts/conflict-kinds.ts';
import { seesConflict } from '#db/records/conflicts/sees-conflict.ts';
import { ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useOperations, usePendingFor } from '#pwa/replica/hooks/use-operations.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { NothingFound, Pager, SearchInput } from '#pwa/ui/list/list-controls.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

const PAGES: Readonly<Record<string, { of: string; link(id: string): AppLink }>> = {
  Sample: { of: 'sample', link: (id) => ({ to: '/lab/samples/$id', params: { id } }) },
  Specimen: { of: 'specimen', link: (id) => ({ to: '/lab/specimens/$id', params: { id } }) },
  Batch: { of: 'batch', link: (batchId) => ({ to: '/lab/batches/$batchId', params: { batchId } }) },
  AssignedSection: {
    of: 'section',
    link: (id) => ({ to: '/lab/assigned-sections/$assignedSectionId', params: { assignedSectionId: id } }),
  },
  StorageManagement: {
    of: 'place',
    link: (id) => ({ to: '/lab/inventory/storage-management/$id', params: { id } }),
  },
};

/** Find the page that shows the subject of a conflict; null when there is none. */
export function conflictLink(
  conflict: Pick<Row<typeof syncConflict>, 'targetType' | 'targetId' | 'assignedSectionId' | 'batchId'>,
): { label: string; link: AppLink } | null {
  const { targetType, targetId, assignedSectionId, batchId } = conflict;
  // A control has no page of its own: its plate shows it.
  const [ownType, ownId] =
    targetType === 'BatchControl' && batchId !== null ? ['Batch', batchId] : [targetType, targetId];
  const [type, id] = assignedSectionId === null ? [ownType, ownId] : ['AssignedSection', assignedSectionId];
  const page = PAGES[type];
  return page ? { label: `Open the ${page.of}`, link: page.link(id) } : null;
}

type SyncConflict = Row<typeof syncConflict>;

/**
 * One conflict: both users, times and values, and the required decision; a conflict of one operation shows
 * only that one.
 */
function ConflictCard({ conflict, mayDecide }: { conflict: SyncConflict; mayDecide: boolean }) {
  const kind = conflictKindNamed(conflict.kind);
  const firstVersion = ConflictVersion.nullable().catch(null).parse(conflict.theirs);
  const secondVersion = ConflictVersion.safeParse(conflict.mine).data ?? null;
  const open = conflict.status === 'OPEN';
  const page = conflictLink(conflict);
  return (
    <article className="panel flex flex-col gap-3 p-4" data-conflict={conflict.kind}>
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-lg">{kind?.title ?? conflict.kind}</h3>
        <ToneBadge tone={open ? 'warning' : 'success'} label={open ? 'Open' : 'Decided'} />
      </header>
      <p>
        {conflict.action}
        {page && (
          <Link
            {...page.link}
            className="ml-3 inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-2"
          >
            {page.label}
          </Link>
        )}
      </p>
      <div className={classNames('grid gap-3', firstVersion && secondVersion && 'md:grid-cols-2')}>
        {firstVersion && (
          <Version heading={secondVersion ? 'First' : 'What was done'} version={firstVersion} />
        )}
        {secondVersion && (
          <Version heading={firstVersion ? 'Second' : 'What was done'} version={secondVersion} />
        )}
      </div>
      {open && mayDecide && <Decision conflict={conflict} />}
      {open && !mayDecide && <p className="text-ink-soft">A lab manager or director decides this.</p>}
      {!open && <Decided conflict={conflict} />}
    </article>
  );
}

function Version({ heading, version }: { heading: string; version: ConflictVersion }) {
  return (
    <section aria-label={heading} className="rounded-lg border border-line bg-sunken p-3">
      <p className="text-ink-soft text-sm">{heading}</p>
      <p className="break-words font-semibold">{version.label}</p>
      <p className="text-ink-soft text-sm">
        {`${version.name}, ${formatDate(version.occurredAt, 'shortAtTime')}`}
      </p>
    </section>
  );
}

/** The decision, who made it and when, in the words of the choice. */
function Decided({ conflict }: { conflict: SyncConflict }) {
  const [decider] = useRows(person, { userId: conflict.resolvedById ?? '' }) ?? [];
  const [choice = '', ...enteredValue] = (conflict.resolution ?? '').split(': ');
  const labels: Record<string, string> = conflictKindNamed(conflict.kind)?.labels ?? {};
  const text = [labels[choice] ?? choice, ...enteredValue].join(': ');
  const at = conflict.resolvedAt ? formatDate(conflict.resolvedAt, 'shortAtTime') : null;
  return (
    <p>
      <span className="font-semibold">{text}</span>
      <span className="block text-ink-soft text-sm">
        {['Decided', decider && `by ${decider.name}`, at && `on ${at}`].filter(Boolean).join(' ')}
      </span>
    </p>
  );
}

function Decision({ conflict }: { conflict: SyncConflict }) {
  const run = useRunOperation();
  const waiting = usePendingFor(conflict.id);
  const [refusedOperation] = useOperations(
    ({ state, subjects }) => state === 'rejected' && subjects.includes(conflict.id),
  );
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { labels = {}, valuePrompt: valueLabel = 'The true value' } = conflictKindNamed(conflict.kind) ?? {};
  const availableChoices = CONFLICT_CHOICES.filter((choice) => labels[choice] !== undefined);
  const decide = async (choice: ConflictChoice) => {
    const enteredValue = choice === 'ENTER_VALUE' ? value.trim() : null;
    if (enteredValue === '') return setProblem(`${valueLabel}: enter it first.`);
    const result = await run('resolve-conflict', { conflictId: conflict.id, choice, value: enteredValue });
    setProblem(result.outcome === 'REJECTED' ? result.message : null);
    if (result.outcome !== 'REJECTED') toast.success(`Decided: ${labels[choice]}. Saved on this device.`);
  };
  if (waiting > 0)
    return <Notice tone="info" title="Your decision is saved on this device and not yet sent." />;
  return (
    <div className="flex flex-col gap-3">
      {availableChoices.includes('ENTER_VALUE') && (
        <div className="max-w-md">
          <Field label={valueLabel} filter>
            {(control) => <TextInput {...control} value={value} onChange={setValue} />}
          </Field>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {availableChoices.map((choice) => (
          <Button key={choice} onClick={() => void decide(choice)}>
            {labels[choice]}
          </Button>
        ))}
      </div>
      {problem && <Notice tone="danger" title={problem} />}
      {!problem && refusedOperation && (
        <Notice tone="danger" title={`Your decision was refused. ${refusedOperation.message ?? ''}`} />
      )}
    </div>
  );
}

const PAGE = 10;
type Status = 'OPEN' | 'RESOLVED';
const STATUSES: readonly { value: Status; label: string }[] = [
  { value: 'OPEN', label: 'Open' },
  { value: 'RESOLVED', label: 'Decided' },
];

const KINDS = CONFLICT_KINDS.map(({ kind, title }) => ({ value: kind, label: title })).sort((a, b) =>
  a.label.localeCompare(b.label),
);

/** Conflicts between the work of two users: each card asks for one decision. */
export function ConflictInbox() {
  const replica = useReplica();
  const mayDecide = may(replica.actor.role, 'lab/data-sync:update');
  const [status, setStatus] = useState<Status>('OPEN');
  const [search, setSearch] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const kindId = useId();
  const [kind, setKind] = useState('');
  const [page, setPage] = useState(0);
  const rows = useRows(syncConflict, { status });
  const matches = useMemo(() => {
    const searchText = search.trim().toLowerCase();
    return rows?.filter(
      (row) =>
        seesConflict(replica.actor, row) &&
        (kind === '' || row.kind === kind) &&
        `${conflictKindNamed(row.kind)?.title} ${row.action} ${JSON.stringify([row.mine, row.theirs])}`
          .toLowerCase()
          .includes(searchText),
    );
  }, [rows, search, kind, replica.actor]);
  // A new filter starts on its first page.
  const withPageReset =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      setPage(0);
    };
  const visible = matches?.slice(page * PAGE, (page + 1) * PAGE);
  const narrowed = kind !== '' || search.trim() !== '';
  const clear = () => {
    withPageReset(setKind)('');
    withPageReset(setSearch)('');
    box.current?.focus();
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput ref={box} label="Search conflicts" value={search} onChange={withPageReset(setSearch)} />
        <Segmented<Status>
          label="Show"
          value={status}
          options={STATUSES}
          onChange={withPageReset(setStatus)}
        />
        <div className="min-w-0 max-md:w-full">
          <label htmlFor={kindId} className="sr-only">
            Kind of conflict
          </label>
          <Select
            id={kindId}
            options={KINDS}
            placeholder="Any kind"
            value={kind}
            onChange={withPageReset(setKind)}
          />
        </div>
      </div>
      {!visible && <Skeleton lines={4} label="Loading conflicts" />}
      {visible?.length === 0 && narrowed && <NothingFound onClear={clear} />}
      {visible?.length === 0 && !narrowed && (
        <EmptyState
          icon={ShieldCheck}
          title={status === 'OPEN' ? 'No open conflicts' : 'No decisions in the last day'}
        >
          {mayDecide
            ? 'When two people’s work collides, both versions appear here.'
            : 'When your work collides with a colleague’s, both versions appear here.'}
        </EmptyState>
      )}
      {visible?.map((conflict) => (
        <ConflictCard key={conflict.id} conflict={conflict} mayDecide={mayDecide} />
      ))}
      {matches && matches.length > PAGE && (
        <Pager page={page} pageSize={PAGE} total={matches.length} onPage={setPage} />
      )}
    </div>
  );
}
