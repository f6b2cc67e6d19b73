import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { type PeopleOfRoles, peopleText } from './people-count.ts';
import { type DraftGroup, draftSentences } from './permission-draft.ts';

interface ConfirmChangesProps {
  open: boolean;
  busy: boolean;
  changed: readonly DraftGroup[];
  people: PeopleOfRoles;
  onConfirm(): void;
  onClose(): void;
}

/** Lists the changes before they are saved. */
export function ConfirmChanges({ open, busy, changed, people, onConfirm, onClose }: ConfirmChangesProps) {
  const roles = [
    ...new Set(changed.flatMap((draft) => [...draft.roles, ...(draft.storedGroup?.roles ?? [])])),
  ];
  return (
    <ConfirmDialog
      open={open}
      busy={busy}
      title="Save these changes?"
      confirmLabel="Save permissions"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>This concerns {peopleText(people, roles)}. It holds at once, also for those who are signed in.</p>
      {changed.map((draft) => (
        <section key={draft.id}>
          <h3 className="font-semibold">{draft.storedGroup?.name ?? draft.name}</h3>
          <ul className="list-disc pl-5">
            {draftSentences(draft).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      ))}
    </ConfirmDialog>
  );
}
