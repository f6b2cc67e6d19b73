import { useState } from 'react';
import { CONFLICT_CHOICES, type ConflictChoice } from '#db/conflict-kind.ts';
import { conflictKindNamed } from '#db/conflict-kinds.ts';
import type { Row } from '#db/entity.ts';
import { person } from '#db/identity/person.ts';
import { ConflictVersion, type syncConflict } from '#db/records/sync-conflict.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useOperations, usePendingFor } from '#pwa/replica/hooks/use-operations.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { conflictLink } from './conflict-link.ts';

type SyncConflict = Row<typeof syncConflict>;

/**
 * One conflict: both users, times and values, and the required decision; a conflict of one operation shows
 * only that one.
 */
export function ConflictCard({ conflict, mayDecide }: { conflict: SyncConflict; mayDecide: boolean }) {
  const kind = conflictKindNamed(conflict.kind);
  const firstVersion = ConflictVersion.nullable().catch(null).parse(conflict.theirs);
  const secondVersion = ConflictVersion.safeParse(conflict.mine).data ?? null;
  const open = conflict.status === 'OPEN';
  const link = conflictLink(conflict);
  return (
    <article className="panel flex flex-col gap-3 p-4" data-conflict={conflict.kind}>
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-lg">{kind?.title ?? conflict.kind}</h3>
        <ToneBadge tone={open ? 'warning' : 'success'} label={open ? 'Open' : 'Decided'} />
      </header>
      <p>
        {conflict.action}
        {link && (
          <a
            href={link.href}
            className="ml-3 inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-2"
          >
            {link.label}
          </a>
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
    if (result.outcome !== 'REJECTED')
      toast.success(`Decided: ${labels[choice]}. It stands under Decided. Saved on this device.`);
  };
  if (waiting > 0)
    return <Notice tone="info" title="Your decision is saved on this device and waits to be sent." />;
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
