import { RotateCcw, Trash2 } from 'lucide-react';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { GroupPermissions } from './group-permissions.tsx';
import { GroupRoles } from './group-roles.tsx';
import type { PeopleOfRoles } from './people-count.ts';
import type { DraftGroup } from './permission-draft.ts';

interface GroupDetailProps {
  draft: DraftGroup;
  people: PeopleOfRoles;
  problem: string | null;
  onChange(changes: Partial<DraftGroup>): void;
  onRemove(): void;
}

function lastChange({ storedGroup }: DraftGroup): string {
  if (!storedGroup) return 'Not saved yet.';
  if (!storedGroup.changedBy) return 'As it was set up; nobody has changed it.';
  return `Last changed by ${storedGroup.changedBy} on ${formatDate(storedGroup.changedAt, 'monthDayAtTime')}.`;
}

/** One group: its name, roles and permissions. */
export function GroupDetail({ draft, people, problem, onChange, onRemove }: GroupDetailProps) {
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
          <Field label="Name" required error={problem}>
            {(control) => (
              <TextInput
                {...control}
                value={draft.name}
                maxLength={80}
                onChange={(name) => onChange({ name })}
              />
            )}
          </Field>
        </div>
        <p className="mt-2 text-ink-soft text-sm">{lastChange(draft)}</p>
      </Section>
      <Section title="What it gives">
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
