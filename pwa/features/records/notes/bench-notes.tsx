import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { mentionsOf, type NoteBody } from '#db/records/note-body.ts';
import type { BenchNoted } from '#db/records/note-target-type.ts';
import type { NoteVisibility } from '#db/records/note-visibility.ts';
import { sendNote } from '#pwa/api/notes.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { NoteEntry } from './note-entry.tsx';
import { NoteForm } from './note-form.tsx';
import { NotesFromCustomer } from './notes-from-customer.tsx';
import { useBenchNotes, useColleagues } from './use-bench-notes.ts';

interface NoteInput {
  body: NoteBody;
  visibility: NoteVisibility;
}

/**
 * Writes the note as a bench operation; a note with mentions goes to the server, which notifies them at once.
 */
function useWriteNote(targetType: BenchNoted, targetId: string) {
  const run = useRunOperation();
  return async ({ body, visibility }: NoteInput): Promise<void> => {
    if (mentionsOf(body).length > 0) {
      await sendNote({ targetType, targetId, body, visibility });
      return;
    }
    const result = await run('add-note', { noteId: ulid(), targetType, targetId, body, visibility });
    if (result.outcome === 'REJECTED')
      throw new AppError('VALIDATION', result.message ?? MESSAGES.unknownError);
  };
}

/**
 * Notes of a bench record, from this device: they are read and written offline as well. Formatting,
 * mentions, and edits need the server.
 */
export function BenchNotes({ targetType, targetId }: { targetType: BenchNoted; targetId: string }) {
  const { reachable } = useSyncStatus();
  const notes = useBenchNotes(targetType, targetId, reachable);
  const people = useColleagues();
  const write = useWriteNote(targetType, targetId);
  const [problem, setProblem] = useState<string | null>(null);
  const [writing, setWriting] = useState(false);
  const mentionablePeople = reachable ? people : [];
  const runOperation = async (work: () => Promise<unknown>): Promise<boolean> => {
    setProblem(null);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
      return false;
    }
  };
  return (
    <Section title="Notes">
      <div className="flex flex-col gap-4">
        {notes === undefined ? (
          <Skeleton lines={2} label="Reading this device" />
        ) : notes.length === 0 ? (
          <p className="text-ink-soft">Nobody has written a note yet.</p>
        ) : (
          <ul aria-label="Notes" className="-mt-3 divide-y divide-line border-line border-b">
            {notes.map(({ unsent, ...note }) => (
              <NoteEntry
                key={note.id}
                note={note}
                staff
                people={mentionablePeople}
                unsent={unsent}
                runOperation={runOperation}
              />
            ))}
          </ul>
        )}
        {targetType !== 'Batch' && (
          <NotesFromCustomer
            targetType={targetType}
            targetId={targetId}
            people={mentionablePeople}
            reachable={reachable}
          />
        )}
        {problem && <Notice tone="danger" title={problem} />}
        {writing ? (
          <NoteForm
            label="New note"
            saveLabel="Add note"
            hint="Kept on the lab's devices: no names of patients."
            initialVisibility="INTERNAL"
            canChooseReaders={targetType !== 'Batch'}
            people={mentionablePeople}
            isPlainText={!reachable}
            onSave={async (note) => {
              await write(note);
              setWriting(false);
            }}
            onCancel={() => setWriting(false)}
          />
        ) : (
          <Button icon={Pencil} className="self-start" onClick={() => setWriting(true)}>
            Write a note
          </Button>
        )}
        {!reachable && (
          <p className="text-ink-soft text-sm">
            Formatting, naming colleagues, changing a note
            {targetType === 'Batch' ? '' : ', and reading what customers wrote'} need the network.
          </p>
        )}
      </div>
    </Section>
  );
}
