import { ulid } from 'ulid';
import { isChanged, type PermissionGroupContent, sentencesOf } from '#db/identity/permission-changes.ts';
import type { ShownPermissionGroup } from '#db/identity/shown-permission-groups.ts';

/** A group on the page: the stored version and the edited one. */
export interface DraftGroup extends PermissionGroupContent {
  id: string;
  deleted: boolean;
  /** Null for a group added on this page. */
  storedGroup: ShownPermissionGroup | null;
}

const EMPTY_CONTENT: PermissionGroupContent = { name: '', roles: [], permissions: [] };

/** Copy a stored group for editing. */
export const draftOf = (storedGroup: ShownPermissionGroup): DraftGroup => ({
  id: storedGroup.id,
  name: storedGroup.name,
  roles: storedGroup.roles,
  permissions: storedGroup.permissions,
  deleted: false,
  storedGroup,
});

/** Create a new group without a name. */
export const newDraft = (): DraftGroup => ({
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
export function draftProblems(drafts: readonly DraftGroup[]): Map<string, string> {
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
    roles,
    permissions,
    deleted,
  }));
