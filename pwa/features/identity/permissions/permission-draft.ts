import { zodResolver } from '@hookform/resolvers/zod';
import { useContext, useEffect, useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ulid } from 'ulid';
import { z } from 'zod';
import type { Role } from '#db/access/roles.ts';
import { isChanged, type PermissionGroupContent, sentencesOf } from '#db/identity/permission-changes.ts';
import { ShownPermissionGroup } from '#db/identity/shown-permission-groups.ts';
import { describeField } from '#db/values/field-types.ts';
import { DirtyContext } from '#pwa/ui/form/dirty-context.ts';

const DraftGroup = ShownPermissionGroup.pick({ id: true, roles: true, permissions: true }).extend({
  // A removed group may have lost its name, so that only the whole form can require one.
  name: describeField(z.string().max(80), 'Name'),
  deleted: z.boolean(),
  /** Null for a group added on this page. */
  storedGroup: ShownPermissionGroup.nullable(),
});
/** A group on the page: the stored version and the edited one. */
export type DraftGroup = z.infer<typeof DraftGroup>;

/** The form of all groups: each has a name, and no two have the same. */
export const PermissionForm = z.object({ groups: z.array(DraftGroup) }).superRefine(({ groups }, context) => {
  const problems = draftProblems(groups);
  for (const [index, { id }] of groups.entries()) {
    const message = problems.get(id);
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['groups', index, 'name'], message });
  }
});
type PermissionInput = z.input<typeof PermissionForm>;

const EMPTY_CONTENT = { name: '', roles: [], permissions: [] } satisfies PermissionGroupContent;

/** Copy a stored group for editing. */
const draftOf = (storedGroup: ShownPermissionGroup): DraftGroup => ({
  id: storedGroup.id,
  name: storedGroup.name,
  roles: storedGroup.roles,
  permissions: storedGroup.permissions,
  deleted: false,
  storedGroup,
});

/** Create a new group without a name. */
const newDraft = (): DraftGroup => ({
  id: ulid(),
  ...EMPTY_CONTENT,
  deleted: false,
  storedGroup: null,
});

/** Report whether it differs from the stored version. */
export const isDraftChanged = (draft: DraftGroup): boolean =>
  draft.storedGroup === null ||
  draft.deleted ||
  isChanged(draft.storedGroup, { ...draft, name: draft.name.trim() });

/** Describe the changes of one group in sentences. */
export function draftSentences(draft: DraftGroup): string[] {
  if (draft.deleted) return ['The group is removed; its roles lose what only it gives'];
  const now = { ...draft, name: draft.name.trim() };
  if (draft.storedGroup) return sentencesOf(draft.storedGroup, now);
  return ['The group is new', ...sentencesOf({ ...EMPTY_CONTENT, name: now.name }, now)];
}

/** Find the problems of the groups, by id. */
function draftProblems(drafts: readonly DraftGroup[]): Map<string, string> {
  const remaining = drafts.filter(({ deleted }) => !deleted);
  const key = (draft: DraftGroup): string => draft.name.trim().toLowerCase();
  return new Map(
    remaining.flatMap((draft): [string, string][] => {
      if (key(draft) === '') return [[draft.id, 'Give the group a name.']];
      const same = remaining.some((other) => other.id !== draft.id && key(other) === key(draft));
      return same ? [[draft.id, 'Another group has this name. Choose a different one.']] : [];
    }),
  );
}

/** Build the request with the changes. */
export const changesOf = (drafts: readonly DraftGroup[]) =>
  drafts.filter(isDraftChanged).map(({ id, name, roles, permissions, deleted, storedGroup }) => ({
    groupId: id,
    seenVersion: storedGroup?.version ?? null,
    name: name.trim() || (storedGroup?.name ?? ''),
    roles: [...roles],
    permissions: [...permissions],
    deleted,
  }));

/** The form of the edited groups, with unsaved changes. */
export function usePermissionDraft(storedGroups: readonly ShownPermissionGroup[]) {
  const form = useForm<PermissionInput>({
    resolver: zodResolver(PermissionForm),
    defaultValues: { groups: storedGroups.map(draftOf) },
  });
  const drafts = useWatch({ control: form.control, name: 'groups' });
  const changed = drafts.filter(isDraftChanged);
  const formId = useId();
  const reportDirty = useContext(DirtyContext);
  const dirty = changed.length > 0;
  useEffect(() => {
    reportDirty(formId, dirty);
    return () => reportDirty(formId, false);
  }, [reportDirty, formId, dirty]);
  const { isSubmitted } = form.formState;
  const setDrafts = (groups: DraftGroup[]): void =>
    form.setValue('groups', groups, { shouldValidate: isSubmitted });
  const change = (id: string, changes: Partial<DraftGroup>): void =>
    setDrafts(drafts.map((draft) => (draft.id === id ? { ...draft, ...changes } : draft)));
  return {
    form,
    drafts,
    changed,
    change,
    /** The problems by group, once the user has tried to save. */
    problems: isSubmitted ? draftProblems(drafts) : new Map<string, string>(),
    add: (): string => {
      const draft = newDraft();
      setDrafts([...drafts, draft]);
      return draft.id;
    },
    /** Mark a stored group as deleted; a new one is simply removed. */
    remove: (draft: DraftGroup): void =>
      draft.storedGroup
        ? change(draft.id, { deleted: true })
        : setDrafts(drafts.filter(({ id }) => id !== draft.id)),
    discard: (): void => form.reset({ groups: storedGroups.map(draftOf) }),
  };
}

/** Number of active users per role; a missing role has none. */
export type PeopleOfRoles = Readonly<Partial<Record<Role, number>>>;

/** Format the number of users with these roles. */
export function peopleText(people: PeopleOfRoles, roles: readonly Role[]): string {
  const count = roles.reduce((sum, role) => sum + (people[role] ?? 0), 0);
  return count === 1 ? '1 person' : `${count} people`;
}
