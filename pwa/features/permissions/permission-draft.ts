import { ulid } from 'ulid';
import { isChanged, type PermissionGroupContent, sentencesOf } from '#db/identity/permission-changes.ts';
import type { ShownPermissionGroup } from '#db/identity/shown-permission-groups.ts';

/** A group on the page: as it is stored, and as it shall be. */
export interface DraftGroup extends PermissionGroupContent {
  id: string;
  deleted: boolean;
  /** Null for a group that is new on this page. */
  stored: ShownPermissionGroup | null;
}

const NOTHING: PermissionGroupContent = { name: '', roles: [], permissions: [] };

/** The page's own copy of a stored group. */
export const draftOf = (stored: ShownPermissionGroup): DraftGroup => ({
  id: stored.id,
  name: stored.name,
  roles: stored.roles,
  permissions: stored.permissions,
  deleted: false,
  stored,
});

/** A new group, still without name. */
export const newDraft = (): DraftGroup => ({ id: ulid(), ...NOTHING, deleted: false, stored: null });

/** Is it different from what is stored? */
export const isDraftChanged = (draft: DraftGroup): boolean =>
  draft.stored === null || draft.deleted || isChanged(draft.stored, { ...draft, name: draft.name.trim() });

/** What saving does to one group, in sentences. */
export function draftSentences(draft: DraftGroup): string[] {
  if (draft.deleted) return ['The group is removed; its roles lose what only it gives'];
  const now = { ...draft, name: draft.name.trim() };
  if (draft.stored) return sentencesOf(draft.stored, now);
  return ['The group is new', ...sentencesOf({ ...NOTHING, name: now.name }, now)];
}

/** What is wrong with the groups as they stand, by id. */
export function draftProblems(drafts: readonly DraftGroup[]): Map<string, string> {
  const kept = drafts.filter(({ deleted }) => !deleted);
  const key = (draft: DraftGroup): string => draft.name.trim().toLowerCase();
  return new Map(
    kept.flatMap((draft): [string, string][] => {
      if (key(draft) === '') return [[draft.id, 'Give the group a name.']];
      const same = kept.some((other) => other.id !== draft.id && key(other) === key(draft));
      return same ? [[draft.id, 'Another group has this name. Choose a different one.']] : [];
    }),
  );
}

/** The changes as the server takes them. */
export const changesOf = (drafts: readonly DraftGroup[]) =>
  drafts.filter(isDraftChanged).map(({ id, name, roles, permissions, deleted, stored }) => ({
    groupId: id,
    seenVersion: stored?.version ?? null,
    name: name.trim() || (stored?.name ?? ''),
    roles,
    permissions,
    deleted,
  }));
