import { ulid } from 'ulid';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { addNote, NewNote } from '#db/records/notes/add-note.ts';
import { ChangedNote, editNote, removeNote } from '#db/records/notes/edit-note.ts';
import type { NoteTargetType } from '#db/records/notes/note.ts';
import { mentionsOf } from '#db/records/notes/note-body.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, type AppServices, created, jsonRoute } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { AllNotesQuery, listAllNotes } from './list-all-notes.ts';
import { listNotePeople, listNotes, NotesQuery } from './list-notes.ts';
import { notifyMentionedUsers } from './notify-mentioned-users.ts';

const WithId = z.strictObject({ id: Id });

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

/** Reading, creating, changing and deleting notes on visible records. */
export const noteRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/notes',
    access: 'notes:read',
    query: NotesQuery,
    handler: ({ services, session, query }) => listNotes(services, session, query),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/notes/all',
    access: 'notes:read',
    query: AllNotesQuery,
    handler: ({ services, session, query }) => listAllNotes(services, session, query),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/notes/people',
    access: 'notes:read',
    handler: ({ services, session }) => listNotePeople(services, session),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/notes',
    access: 'notes:create',
    body: NewNote,
    handler: async ({ services, session, body }) => {
      const noteId = ulid();
      const { targetType, targetId } = body;
      await executeOperation(engineOf(services), session, addNote, { ...body, noteId }, {}, (client) =>
        notifyMentionedUsers(client, services, session, { targetType, targetId }, mentionsOf(body.body)),
      );
      return created({ id: noteId });
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/notes/:id',
    access: 'notes:update',
    params: WithId,
    body: ChangedNote,
    handler: async ({ services, session, params: { id: noteId }, body }) => {
      const { mentions, targetType, targetId } = await noteBefore(services, session, noteId);
      const newMentions = body.body ? mentionsOf(body.body).filter((id) => !mentions.includes(id)) : [];
      await executeOperation(engineOf(services), session, editNote, { ...body, noteId }, {}, (client) =>
        notifyMentionedUsers(client, services, session, { targetType, targetId }, newMentions),
      );
      return { id: noteId };
    },
  }),
  jsonRoute({
    method: 'delete',
    path: '/api/notes/:id',
    access: 'notes:delete',
    params: WithId,
    handler: async ({ services, session, params: { id: noteId } }) => {
      await executeOperation(engineOf(services), session, removeNote, { noteId });
    },
  }),
];
