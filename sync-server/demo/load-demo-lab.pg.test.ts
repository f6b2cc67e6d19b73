import { describe, expect, it } from 'vitest';
import { DEMO_ROLES } from '#db/demo/demo-people.ts';
import { readSession } from '#sync-server/auth/sessions/read-session.ts';
import { signInWithPassword } from '#sync-server/auth/sign-in.ts';
import { createTestDatabase } from '#sync-server/postgres/test-database.ts';
import { loadDemoLab } from './load-demo-lab.ts';

describe('the demo lab', () => {
  it("has customers' purchase orders and released results if there is a store", async () => {
    const database = await createTestDatabase();
    try {
      const writtenFiles = new Map<string, Buffer>();
      const write = async (key: string, bytes: Buffer) => void writtenFiles.set(key, bytes);
      await loadDemoLab(database.pool, new Date(), 'America/New_York', { write });
      const files = await database.pool.query<{ key: string; size: string; title: string; order: string }>(
        `SELECT f.key, f.size, f.title, o.order_number AS order FROM s3_file f
           LEFT JOIN specimen s ON s.id = f.target_id JOIN "order" o ON o.id = coalesce(s.order_id, f.target_id)`,
      );
      expect(files.rows.map(({ key }) => key).sort()).toEqual([...writtenFiles.keys()].sort());
      for (const { key, size, title, order } of files.rows) {
        const text = writtenFiles.get(key)?.toString('latin1') ?? '';
        expect(text.length).toBe(Number(size));
        expect(title.endsWith('.pdf') ? text.startsWith('%PDF-') : text.includes(`${order}-0`)).toBe(true);
      }
      const { rows } = await database.pool.query(
        `SELECT order_number FROM "order" o WHERE purchase_order_number IS NOT NULL AND submitted_at IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM s3_file f WHERE f.id = o.purchase_order_file_id AND f.target_id = o.id)
         UNION ALL SELECT order_number FROM "order" o
          WHERE EXISTS (SELECT 1 FROM specimen s WHERE s.order_id = o.id AND s.results_released_at IS NOT NULL)
           AND NOT EXISTS (SELECT 1 FROM s3_file f WHERE f.target_id = o.id AND f.sub_type = 'LAB_RESULTS')`,
      );
      expect(rows).toEqual([]);
      const reports = await database.pool.query(
        `SELECT s.results_released_at IS NOT NULL AS released, count(*)::int AS reports,
             count(f.supersedes_id)::int AS corrected,
             (SELECT count(*)::int FROM event e WHERE e.target_id = s.id AND e.type = 'RESULTS_RECALLED') AS recalls
           FROM specimen s JOIN s3_file f ON f.target_id = s.id AND f.sub_type = 'SEQUENCING_QC_REPORT'
          GROUP BY s.id, s.order_row ORDER BY s.order_row`,
      );
      const waiting = { released: false, reports: 1, corrected: 0, recalls: 0 };
      expect(reports.rows).toEqual([
        { ...waiting, released: true },
        { released: true, reports: 2, corrected: 1, recalls: 1 },
        ...Array(3).fill(waiting),
      ]);
    } finally {
      await database.drop();
    }
  });

  it('fits the real tables and lets each role of both entities sign in', async () => {
    const database = await createTestDatabase();
    try {
      await loadDemoLab(database.pool);
      const { rows } = await database.pool.query(
        'SELECT entity, count(*)::int AS n FROM sample GROUP BY entity ORDER BY entity',
      );
      expect(rows.map((row) => row.n > 100)).toEqual([true, true]);
      const labs = await database.pool.query(
        `SELECT DISTINCT lab, (SELECT string_agg(DISTINCT entity, ',') FROM storage_management) AS storage FROM sample`,
      );
      expect(labs.rows).toEqual([{ lab: 'WBL', storage: 'WBL' }]);
      const noticeCounts = await database.pool.query(
        `SELECT count(*)::int AS n, count(told.event_id)::int AS told FROM event e
           LEFT JOIN specimen_notice told ON told.event_id = e.id WHERE e.type = 'RESULTS_RELEASED'`,
      );
      const [results] = noticeCounts.rows;
      expect(results?.n, 'nobody is written to of results of the past').toBe(results?.told);
      expect(results?.told).toBeGreaterThan(100);
      for (const entity of ['WBL', 'RESONANT'] as const) {
        const request = { entity, ip: '127.0.0.1', userAgent: 'test' };
        for (const role of DEMO_ROLES[entity]) {
          const email = `${role.toLowerCase().replaceAll('_', '-')}@${entity.toLowerCase()}.example`;
          const signedIn = await signInWithPassword(
            database.pool,
            { email, password: 'demo-password-1' },
            request,
          );
          expect(signedIn?.email).toBe(email);
        }
        const wrong = { email: `admin@${entity.toLowerCase()}.example`, password: 'wrong' };
        expect(await signInWithPassword(database.pool, wrong, request)).toBeNull();
      }
      const other = { entity: 'RESONANT', ip: '127.0.0.1', userAgent: 'test' } as const;
      const foreign = { email: 'lab-tech@wbl.example', password: 'demo-password-1' };
      expect(await signInWithPassword(database.pool, foreign, other)).toBeNull();
      expect(
        await readSession(
          { pool: database.pool, secret: 'x'.repeat(40), now: () => new Date() },
          'authjs.session-token=forged',
          'WBL',
        ),
      ).toBeUndefined();
    } finally {
      await database.drop();
    }
  });
});
