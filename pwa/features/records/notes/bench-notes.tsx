import { Pencil } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ulid } from 'ulid';
import { limitNameOf, may } from '#db/access/grants.ts';
import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { person } from '#db/identity/person.ts';
import { type BenchNoted, type Note, type NoteVisibility, note } from '#db/records/notes/note.ts';
import { mentionsOf, type NamedPerson, NoteBody, noteBody } from '#db/records/notes/note-body.ts';
import type { ShownNote } from '#db/records/notes/shown-note.ts';
import { sendNote } from '#pwa/api/notes.ts';
import { useDocument } from '#pwa/replica/hooks/use-document.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useOperations } from '#pwa/replica/hooks/use-operations.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { isUnsent } from '#pwa/replica/operations/operation-document.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { childRows } from '#pwa/replica/store/document.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { PartNotLoaded, useOnlinePart } from '#pwa/ui/use-online-part.tsx';
import type { CustomerNotesProps } from './customer-notes.tsx';
import { NoteEntry, NoteForm } from './note-entry.tsx';

const load = () => import('./customer-notes.tsx').then(({ CustomerNotes }) => CustomerNotes);

/** Customers' notes on a bench page, shown while online. */
export function NotesFromCustomer({ reachable, ...props }: CustomerNotesProps & { reachable: boolean }) {
  const { part: Notes, failed } = useOnlinePart(reachable, load);
  if (!reachable) return null;
  if (Notes) return <Notes {...props} />;
  return failed ? <PartNotLoaded text="Notes of the customer could not be loaded." /> : null;
}

const COLLECTION = { Specimen: 'specimens', Sample: 'samples', Batch: 'batches' } as const;

/** Pinned notes first, then the newest, as on the server. */
const inOrder = (a: Note, b: Note): number =>
  Number(b.pinned) - Number(a.pinned) || b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id);

/** The text of a note; plain text if this app version cannot read its document. */
const bodyOf = (row: Note): NoteBody => NoteBody.safeParse(row.body).data ?? noteBody(row.bodyText);

/**
 * The notes in the record's document, live; undefined while they load. Changes to them reload from the
 * server.
 */
function useBenchNotes(
  targetType: BenchNoted,
  targetId: string,
  reachable: boolean,
): readonly (ShownNote & { unsent: boolean })[] | undefined {
  const document = useDocument(COLLECTION[targetType], targetId);
  const staff = useRows(person);
  const user = useSession().session?.user;
  const waiting = useOperations((one) => isUnsent(one) && one.name === 'add-note');
  return useMemo(() => {
    if (document === undefined) return undefined;
    const unsent = new Set(waiting.map(({ args }) => args['noteId']));
    const mayChange = (row: Note, action: 'update' | 'delete'): boolean =>
      reachable &&
      user !== undefined &&
      !unsent.has(row.id) &&
      may(user.role, `notes:${action}`) &&
      (row.authorId === user.id || limitNameOf(user.role, `notes:${action}`) === null);
    const names = new Map(staff?.map(({ userId, name }) => [userId, name]));
    const rows = document ? childRows(note, document.body, 'notes') : [];
    return rows.sort(inOrder).map((row) => ({
      ...row,
      targetType,
      body: bodyOf(row),
      text: row.bodyText,
      // Devices store notes of staff and the current people of the lab.
      authorName: names.get(row.authorId) ?? 'Former colleague',
      byStaff: true,
      editable: mayChange(row, 'update'),
      removable: mayChange(row, 'delete'),
      unsent: unsent.has(row.id),
    }));
  }, [document, staff, waiting, reachable, user, targetType]);
}

/** Colleagues whom a bench user may mention: those who still work here. */
function useColleagues(): readonly NamedPerson[] {
  const people = useRows(person);
  return useMemo(() => {
    const known = new Map<string, NamedPerson>();
    for (const { userId, name, role, deactivated } of people ?? [])
      if (!deactivated && isOneOf(role, STAFF_ROLES)) known.set(userId, { id: userId, name });
    return [...known.values()].sort((a, b) => a.name.localeCompare(b.name));
  }, [people]);
}

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
