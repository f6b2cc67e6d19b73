import type { Pool } from 'pg';
import { z } from 'zod';
import type { HistoryEntry } from '#db/organizations/shown-company.ts';

// The audit log has the changed fields of each operation, and the operation's arguments its reason.
const HISTORY = `
  SELECT a.id, a.action, a.changes, o.args, coalesce(u.name, u.email) AS by,
         to_char(a.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
    FROM audit_log a LEFT JOIN "user" u ON u.id = a.user_id
    LEFT JOIN operation o ON o.id = a.request_id AND NOT o.repeated
   WHERE a.record_id = $1 AND a.table_name = 'project' ORDER BY a.occurred_at DESC, a.id DESC LIMIT 100`;
const NAMES = 'SELECT id, coalesce(name, email) AS name FROM "user" WHERE id = ANY ($1)';

const Line = z.object({
  id: z.string(),
  action: z.enum(['CREATE', 'UPDATE', 'DELETE']),
  changes: z.record(z.string(), z.tuple([z.json(), z.json()])),
  args: z.string().nullable(),
  by: z.string().nullable(),
  at: z.string(),
});
type Line = z.infer<typeof Line>;

const Reasoned = z.object({ reason: z.string().nullable().optional() });
const PEOPLE: Readonly<Record<string, string>> = {
  managerUserId: 'manager',
  customerContactUserId: 'contact',
};

const reasonOf = ({ args }: Line): string | null =>
  args === null ? null : (Reasoned.safeParse(JSON.parse(args)).data?.reason ?? null);

function typeOf({ action, changes }: Line): string {
  if (action === 'CREATE') return 'PROJECT_CREATED';
  const to = changes['status']?.[1];
  if (to === 'CLOSED') return 'PROJECT_CLOSED';
  return to === 'ACTIVE' ? 'PROJECT_OPENED_AGAIN' : 'PROJECT_CHANGED';
}

/** Read the history of a project, newest first, without hidden fields. */
export async function readProjectHistory(
  pool: Pool,
  id: string,
  hidden: readonly string[],
): Promise<HistoryEntry[]> {
  const { rows } = await pool.query(HISTORY, [id]);
  const lines = z.array(Line).parse(rows);
  const people = lines.flatMap(({ changes }) => Object.keys(PEOPLE).flatMap((field) => changes[field] ?? []));
  const nameRows = await pool.query<{ id: string; name: string }>(NAMES, [
    people.filter((one) => one !== null),
  ]);
  const names = new Map<unknown, string>(nameRows.rows.map((row) => [row.id, row.name]));
  const changed = ({ changes }: Line) =>
    Object.entries(changes)
      .filter(([field]) => field !== 'status' && !hidden.includes(field))
      .map(([field, [from, to]]) => ({
        field: PEOPLE[field] ?? field,
        from: names.get(from) ?? from,
        to: names.get(to) ?? to,
      }));
  return lines.flatMap((line): HistoryEntry[] => {
    const type = typeOf(line);
    const fields = type === 'PROJECT_CHANGED' ? changed(line) : [];
    // A change of hidden fields alone is omitted.
    if (type === 'PROJECT_CHANGED' && fields.length === 0) return [];
    const reason = reasonOf(line);
    return [
      {
        id: line.id,
        type,
        at: line.at,
        by: line.by,
        data: { changed: fields, ...(reason ? { reason } : {}) },
      },
    ];
  });
}
