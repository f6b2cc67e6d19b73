import { RotateCcw, Trash2 } from 'lucide-react';
import { roleLabel } from '#db/access/role-labels.ts';
import { CUSTOMER_ROLES, ROLES, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import {
  LEVEL_LEGEND,
  levelLabel,
  levelOf,
  PERMISSION_LEVELS,
  PERMISSION_SUBJECTS,
  shortLevelLabel,
  withLevel,
} from '#db/identity/permission-changes.ts';
import type { Permission } from '#db/identity/permission-group.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { useWide } from '#pwa/ui/use-wide.ts';
import {
  type DraftGroup,
  isDraftChanged,
  type PeopleOfRoles,
  type PermissionForm,
  peopleText,
} from './permission-draft.ts';

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

interface GroupPermissionsProps {
  permissions: readonly Permission[];
  onChange(permissions: Permission[]): void;
}

/** Permissions of a group, one row each: none, own organization, all organizations. */
function GroupPermissions({ permissions, onChange }: GroupPermissionsProps) {
  const wide = useWide();
  const label = wide ? levelLabel : shortLevelLabel;
  return (
    <>
      {!wide && <p className="text-ink-soft text-sm">{LEVEL_LEGEND}</p>}
      <ul className="flex flex-col">
        {PERMISSION_SUBJECTS.map((subject) => {
          const levels = PERMISSION_LEVELS.filter((level) => level !== 'ALL' || subject.all !== null);
          return (
            <li
              key={subject.plain}
              className="flex items-center justify-between gap-x-4 gap-y-1 max-md:flex-col max-md:items-start border-line border-b py-2 last:border-b-0"
            >
              <span className="font-medium">{subject.label}</span>
              <Segmented
                label={subject.label}
                options={levels.map((level) => ({ value: level, label: label(subject, level) }))}
                value={levelOf(permissions, subject)}
                onChange={(level) => onChange(withLevel(permissions, subject, level))}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface GroupRolesProps {
  roles: readonly Role[];
  people: PeopleOfRoles;
  onChange(roles: Role[]): void;
}

const KINDS: readonly { label: string; roles: readonly Role[] }[] = [
  { label: 'Lab and offices', roles: STAFF_ROLES },
  { label: 'Customers', roles: CUSTOMER_ROLES },
];

/** Selects the roles of a group, each with its number of users. */
function GroupRoles({ roles, people, onChange }: GroupRolesProps) {
  const toggle = (role: Role, isSelected: boolean): void =>
    onChange(ROLES.filter((one) => (one === role ? isSelected : roles.includes(one))));
  return (
    <div className="flex flex-col gap-4">
      {KINDS.map((kind) => (
        <fieldset key={kind.label}>
          <legend className="mb-1 font-medium text-ink-soft text-sm">{kind.label}</legend>
          <div className="grid gap-x-4 sm:grid-cols-2 xl:grid-cols-3">
            {kind.roles.map((role) => (
              <Checkbox
                key={role}
                value={roles.includes(role)}
                onChange={(isSelected) => toggle(role, isSelected)}
                label={
                  <>
                    {roleLabel(role, null)}{' '}
                    <span className="whitespace-nowrap text-ink-soft text-sm">
                      ({peopleText(people, [role])})
                    </span>
                  </>
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

const GroupField = fieldOf<typeof PermissionForm>();

interface GroupDetailProps {
  draft: DraftGroup;
  /** The place of the group in the form. */
  index: number;
  people: PeopleOfRoles;
  onChange(changes: Partial<DraftGroup>): void;
  onRemove(): void;
}

function lastChange({ storedGroup }: DraftGroup): string {
  if (!storedGroup) return 'Not saved yet.';
  if (!storedGroup.changedBy) return 'Default group';
  return `Last changed by ${storedGroup.changedBy} on ${formatDate(storedGroup.changedAt, 'monthDayAtTime')}.`;
}

/** One group: its name, roles and permissions. */
export function GroupDetail({ draft, index, people, onChange, onRemove }: GroupDetailProps) {
  if (draft.deleted)
    return (
      <Notice
        tone="danger"
        title={`${draft.storedGroup?.name ?? 'This group'} will be removed when you save`}
        action={
          <Button icon={RotateCcw} onClick={() => onChange({ deleted: false })}>
            Keep it
          </Button>
        }
      />
    );
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Section
        title={draft.name.trim() || 'New group'}
        actions={
          <Button variant="quiet" icon={Trash2} onClick={onRemove}>
            Remove group
          </Button>
        }
      >
        <div className="max-w-md">
          <GroupField name={`groups.${index}.name`} required dependents={['groups']} />
        </div>
        <p className="mt-2 text-ink-soft text-sm">{lastChange(draft)}</p>
      </Section>
      <Section title="Permissions">
        <GroupPermissions
          permissions={draft.permissions}
          onChange={(permissions) => onChange({ permissions })}
        />
      </Section>
      <Section title="Which roles have it">
        <GroupRoles roles={draft.roles} people={people} onChange={(roles) => onChange({ roles })} />
      </Section>
    </div>
  );
}
