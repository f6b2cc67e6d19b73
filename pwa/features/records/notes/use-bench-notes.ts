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
import { isUnsent } from '#pwa/replica/operations/operation-document.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { childRows } from '#pwa/replica/store/document.ts';

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
export function useBenchNotes(
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
export function useColleagues(): readonly NamedPerson[] {
  const people = useRows(person);
  return useMemo(() => {
    const known = new Map<string, NamedPerson>();
    for (const { userId, name, role, deactivated } of people ?? [])
      if (!deactivated && isOneOf(role, STAFF_ROLES)) known.set(userId, { id: userId, name });
    return [...known.values()].sort((a, b) => a.name.localeCompare(b.name));
  }, [people]);
}

/** A note as it is written. */
export interface NoteInput {
  body: NoteBody;
  visibility: NoteVisibility;
}

/**
 * Writes the note as a bench operation; a note with mentions goes to the server, which notifies them at once.
 */
export function useWriteNote(targetType: BenchNoted, targetId: string) {
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

/** Run work on notes; its failure becomes the problem that the page shows until the next run. */
export function useShownProblem() {
  const [problem, setProblem] = useState<string | null>(null);
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
  return { problem, runOperation };
}
