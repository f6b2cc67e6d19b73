import { ulid } from 'ulid';
import * as calls from '#db/api/records/notes.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { addNote } from '#db/records/notes/add-note.ts';
import { editNote, removeNote } from '#db/records/notes/edit-note.ts';
import type { NoteTargetType } from '#db/records/notes/note.ts';
import { mentionsOf } from '#db/records/notes/note-body.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { listAllNotes } from './list-all-notes.ts';
import { listNotePeople, listNotes } from './list-notes.ts';
import { notifyMentionedUsers } from './notify-mentioned-users.ts';

interface Before {
  targetType: NoteTargetType;
  targetId: string;
  mentions: string[];
}

async function noteBefore({ pool }: AppServices, { entity }: Session, id: string): Promise<Before> {
  const { rows } = await pool.query<Before>(
    `SELECT target_type AS "targetType", target_id AS "targetId", mentions FROM note
      WHERE id = $1 AND entity = $2 AND NOT deleted`,
    [id, entity],
  );
  if (!rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return rows[0];
}

/** `/api/notes`: reading, creating, changing and deleting notes on visible records. */
export const noteRoutes: readonly ApiRoute[] = [
  serveCall(calls.listNotes, ({ services, session, query }) => listNotes(services, session, query)),
  serveCall(calls.listAllNotes, ({ services, session, query }) => listAllNotes(services, session, query)),
  serveCall(calls.listNotePeople, ({ services, session }) => listNotePeople(services, session)),
  serveCall(calls.addNote, async ({ services, session, body }) => {
    const noteId = ulid();
    const { targetType, targetId } = body;
    await executeOperation(engineOf(services), session, addNote, { ...body, noteId }, {}, (client) =>
      notifyMentionedUsers(client, services, session, { targetType, targetId }, mentionsOf(body.body)),
    );
    return { id: noteId };
  }),
  serveCall(calls.editNote, async ({ services, session, params: { id: noteId }, body }) => {
    const { mentions, targetType, targetId } = await noteBefore(services, session, noteId);
    const newMentions = body.body ? mentionsOf(body.body).filter((id) => !mentions.includes(id)) : [];
    await executeOperation(engineOf(services), session, editNote, { ...body, noteId }, {}, (client) =>
      notifyMentionedUsers(client, services, session, { targetType, targetId }, newMentions),
    );
    return { id: noteId };
  }),
  serveCall(calls.removeNote, async ({ services, session, params: { id: noteId } }) => {
    await executeOperation(engineOf(services), session, removeNote, { noteId });
  }),
];
