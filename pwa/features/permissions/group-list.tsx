import { Badge } from '#pwa/ui/badge.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { type PeopleOfRoles, peopleText } from './people-count.ts';
import { type DraftGroup, isDraftChanged } from './permission-draft.ts';

interface GroupListProps {
  drafts: readonly DraftGroup[];
  people: PeopleOfRoles;
  problems: ReadonlyMap<string, string>;
  open: string;
  onOpen(id: string): void;
}

const nameOf = (draft: DraftGroup): string => draft.name.trim() || 'New group';

function StateOf({ draft, problem }: { draft: DraftGroup; problem: boolean }) {
  if (problem) return <Badge tone="danger">Check</Badge>;
  if (draft.deleted) return <Badge tone="danger">Removed</Badge>;
  if (draft.storedGroup === null) return <Badge tone="info">New</Badge>;
  return isDraftChanged(draft) ? <Badge tone="warning">Changed</Badge> : null;
}

/** Selects the group to show: a list beside it on wide screens, else a select. */
export function GroupList({ drafts, people, problems, open, onOpen }: GroupListProps) {
  const options = drafts.map((draft) => ({
    value: draft.id,
    label: `${nameOf(draft)}${isDraftChanged(draft) ? ' (changed)' : ''}`,
  }));
  return (
    <>
      <div className="lg:hidden">
        <Field label="Group" required>
          {(control) => (
            <Select {...control} options={options} value={open} onChange={(id) => id !== '' && onOpen(id)} />
          )}
        </Field>
      </div>
      <nav aria-label="Permission groups" className="panel overflow-hidden max-lg:hidden">
        <ul>
          {drafts.map((draft) => (
            <li key={draft.id} className="border-line border-b last:border-b-0">
              <button
                type="button"
                aria-current={draft.id === open || undefined}
                onClick={() => onOpen(draft.id)}
                className={classNames(
                  'flex min-h-14 w-full items-center gap-2 px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-3',
                  draft.id === open && 'bg-sunken font-semibold shadow-[inset_3px_0_0_var(--color-accent)]',
                )}
              >
                <span className="min-w-0 flex-1">
                  <span className={classNames('block break-words', draft.deleted && 'line-through')}>
                    {nameOf(draft)}
                  </span>
                  <span className="block font-normal text-ink-soft text-sm">
                    {peopleText(people, draft.roles)}
                  </span>
                </span>
                <StateOf draft={draft} problem={problems.has(draft.id)} />
              </button>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
