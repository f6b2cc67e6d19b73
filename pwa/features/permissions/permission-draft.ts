import { ulid } from 'ulid';
import { isChanged, type PermissionGroupContent, sentencesOf } from '#db/identity/permission-changes.ts';
import type { ShownPermissionGroup } from '#db/identity/shown-permission-groups.ts';

/** A group on the page: as it is stored, and as it shall be. */
export interface DraftGroup extends PermissionGroupContent {
  id: string;
  deleted: boolean;
  /** Null for a group that is new on this page. */
  storedGroup: ShownPermissionGroup | null;
}

const EMPTY_CONTENT: PermissionGroupContent = { name: '', roles: [], permissions: [] };

/** The page's own copy of a stored group. */
export const draftOf = (storedGroup: ShownPermissionGroup): DraftGroup => ({
  id: storedGroup.id,
  name: storedGroup.name,
  roles: storedGroup.roles,
  permissions: storedGroup.permissions,
  deleted: false,
  storedGroup,
});

/** A new group, still without name. */
export const newDraft = (): DraftGroup => ({
  id: ulid(),
  ...EMPTY_CONTENT,
  deleted: false,
  storedGroup: null,
});

/** Is it different from what is stored? */
export const isDraftChanged = (draft: DraftGroup): boolean =>
  draft.storedGroup === null ||
  draft.deleted ||
  isChanged(draft.storedGroup, { ...draft, name: draft.name.trim() });

/** What saving does to one group, in sentences. */
export function draftSentences(draft: DraftGroup): string[] {
  if (draft.deleted) return ['The group is removed; its roles lose what only it gives'];
  const now = { ...draft, name: draft.name.trim() };
  if (draft.storedGroup) return sentencesOf(draft.storedGroup, now);
  return ['The group is new', ...sentencesOf({ ...EMPTY_CONTENT, name: now.name }, now)];
}

/** What is wrong with the groups as they stand, by id. */
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

/** The changes as the server takes them. */
export const changesOf = (drafts: readonly DraftGroup[]) =>
  drafts.filter(isDraftChanged).map(({ id, name, roles, permissions, deleted, storedGroup }) => ({
    groupId: id,
    seenVersion: storedGroup?.version ?? null,
    name: name.trim() || (storedGroup?.name ?? ''),
    roles,
    permissions,
    deleted,
  }));
