import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { BenchNoted } from '#db/records/notes/note.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { PartNotLoaded, useOnlinePart } from '#pwa/ui/use-online-part.tsx';
import type { CustomerNotesProps } from './customer-notes.tsx';
import { NoteEntry, NoteForm } from './note-entry.tsx';
import { useBenchNotes, useColleagues, useShownProblem, useWriteNote } from './use-bench-notes.ts';

const load = () => import('./customer-notes.tsx').then(({ CustomerNotes }) => CustomerNotes);

/** Customers' notes on a bench page, shown while online. */
export function NotesFromCustomer({ reachable, ...props }: CustomerNotesProps & { reachable: boolean }) {
  const { part: Notes, failed } = useOnlinePart(reachable, load);
  if (!reachable) return null;
  if (Notes) return <Notes {...props} />;
  return failed ? <PartNotLoaded text="Notes of the customer could not be loaded." /> : null;
}

/**
 * Notes of a bench record, from this device: they are read and written offline as well. Formatting,
 * mentions, and edits need the server.
 */
export function BenchNotes({
  targetType,
  targetId,
  bare = false,
}: {
  targetType: BenchNoted;
  targetId: string;
  /** Without a frame, within the activity of the record. */
  bare?: boolean;
}) {
  const { reachable } = useSyncStatus();
  const notes = useBenchNotes(targetType, targetId, reachable);
  const people = useColleagues();
  const write = useWriteNote(targetType, targetId);
  const { problem, runOperation } = useShownProblem();
  const [writing, setWriting] = useState(false);
  const mentionablePeople = reachable ? people : [];
  return (
    <Section title="Notes" bare={bare}>
      <div className="flex flex-col gap-4">
        {notes === undefined ? (
          <Skeleton lines={2} label="Loading" />
        ) : notes.length === 0 ? (
          <p className="text-ink-soft">No notes</p>
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
