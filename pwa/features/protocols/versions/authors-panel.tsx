import { Users } from 'lucide-react';
import { useState } from 'react';
import type { AuthorChoice } from '#db/protocols/versions/sign-version.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { problemOf } from '#pwa/ui/use-attempt.ts';

interface Author {
  userId: string;
  name: string;
}

interface AuthorsDialogProps {
  authors: readonly Author[];
  choices: readonly AuthorChoice[];
  onSave(authorIds: string[]): Promise<unknown>;
  onClose(): void;
}

/** Chooses the people who may edit a draft; its creator stays one of them. */
function AuthorsDialog({ authors, choices, onSave, onClose }: AuthorsDialogProps) {
  const [selectedIds, setSelectedIds] = useState(authors.map(({ userId }) => userId));
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const creatorId = authors[0]?.userId;
  const earlier: AuthorChoice[] = authors
    .filter(({ userId }) => choices.every((choice) => choice.userId !== userId))
    .map((author) => ({ ...author, decides: false, email: null }));
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await onSave(selectedIds);
      toast.success('Authors saved');
      onClose();
    } catch (error) {
      setProblem(problemOf(error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title="Change authors"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            Save authors
          </Button>
        </>
      }
    >
      {problem && <Notice tone="danger" title={problem} />}
      <p className="text-ink-soft">Authors edit this version. None of them may approve it.</p>
      <ul aria-label="People" className="mt-2 flex flex-col gap-2">
        {[...earlier, ...choices].map(({ userId, name, decides, email }) => (
          <li key={userId}>
            <Checkbox
              value={selectedIds.includes(userId)}
              disabled={userId === creatorId}
              onChange={(checked) =>
                setSelectedIds(checked ? [...selectedIds, userId] : selectedIds.filter((id) => id !== userId))
              }
              label={
                <>
                  {email === null ? name : `${name} (${email})`}
                  {userId === creatorId && <span className="text-ink-soft">, created this version</span>}
                  {decides && userId !== creatorId && (
                    <span className="text-ink-soft">, may approve unless an author</span>
                  )}
                </>
              }
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The authors of a version; its authors add people while it is a draft. */
export function AuthorsPanel({
  authors,
  choices,
  rights: { edits, abstains },
  onSave,
}: {
  authors: readonly Author[];
  choices: readonly AuthorChoice[];
  rights: { edits: boolean; abstains: boolean };
  /** Saves the authors; what it throws is shown in the dialog. */
  onSave(authorIds: string[]): Promise<unknown>;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Section
      title="Authors"
      actions={
        edits && (
          <Button icon={Users} onClick={() => setOpen(true)}>
            Change authors
          </Button>
        )
      }
    >
      {authors.length === 0 ? (
        <p className="text-ink-soft">No authors recorded.</p>
      ) : (
        <ul aria-label="Authors" className="flex flex-col gap-1">
          {authors.map(({ userId, name }) => (
            <li key={userId}>{name}</li>
          ))}
        </ul>
      )}
      {abstains && (
        <p className="mt-2 text-ink-soft text-sm">You are an author, so another person approves it.</p>
      )}
      {open && (
        <AuthorsDialog authors={authors} choices={choices} onSave={onSave} onClose={() => setOpen(false)} />
      )}
    </Section>
  );
}
