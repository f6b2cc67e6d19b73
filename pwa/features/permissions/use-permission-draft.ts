import { useContext, useEffect, useId, useState } from 'react';
import type { ShownPermissionGroup } from '#db/identity/shown-permission-groups.ts';
import { DirtyContext } from '#pwa/ui/form/dirty-context.ts';
import { type DraftGroup, draftOf, isDraftChanged, newDraft } from './permission-draft.ts';

/** The edited groups, with unsaved changes. */
export function usePermissionDraft(storedGroups: readonly ShownPermissionGroup[]) {
  const [drafts, setDrafts] = useState(() => storedGroups.map(draftOf));
  const changed = drafts.filter(isDraftChanged);
  const form = useId();
  const reportDirty = useContext(DirtyContext);
  const dirty = changed.length > 0;
  useEffect(() => {
    reportDirty(form, dirty);
    return () => reportDirty(form, false);
  }, [reportDirty, form, dirty]);
  const change = (id: string, changes: Partial<DraftGroup>): void =>
    setDrafts((all) => all.map((draft) => (draft.id === id ? { ...draft, ...changes } : draft)));
  return {
    drafts,
    changed,
    change,
    add: (): string => {
      const draft = newDraft();
      setDrafts((all) => [...all, draft]);
      return draft.id;
    },
    /** Mark a stored group as deleted; a new one is simply removed. */
    remove: (draft: DraftGroup): void =>
      draft.storedGroup
        ? change(draft.id, { deleted: true })
        : setDrafts((all) => all.filter((one) => one !== draft)),
    discard: (): void => setDrafts(storedGroups.map(draftOf)),
  };
}
