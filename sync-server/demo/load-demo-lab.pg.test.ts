import { describe, expect, it } from 'vitest';
import { ROLES } from '#db/access/roles.ts';
import { readSession } from '#sync-server/auth/read-session.ts';
import { signInWithPassword } from '#sync-server/auth/sign-in.ts';
import { createTestDatabase } from '#sync-server/postgres/test-database.ts';
import { loadDemoLab } from './load-demo-lab.ts';

describe('the demo lab', () => {
  it('fits the real tables and lets each of the 20 roles sign in to both entities', async () => {
    const database = await createTestDatabase();
    try {
      await loadDemoLab(database.pool);
      const { rows } = await database.pool.query(
        'SELECT entity, count(*)::int AS n FROM sample GROUP BY entity ORDER BY entity',
      );
      expect(rows.map((row) => row.n > 100)).toEqual([true, true]);
      for (const entity of ['WBL', 'RESONANT'] as const) {
        const request = { entity, ip: '127.0.0.1', userAgent: 'test' };
        for (const role of ROLES) {
          const email = `${role.toLowerCase().replaceAll('_', '-')}@${entity.toLowerCase()}.example`;
          const signedIn = await signInWithPassword(
            database.pool,
            { email, password: 'demo-password-1' },
            request,
          );
          expect(signedIn?.email).toBe(email);
        }
        const wrong = { email: `lab-tech@${entity.toLowerCase()}.example`, password: 'wrong' };
        expect(await signInWithPassword(database.pool, wrong, request)).toBeNull();
      }
      const other = { entity: 'RESONANT', ip: '127.0.0.1', userAgent: 'test' } as const;
      const foreign = { email: 'lab-tech@wbl.example', password: 'demo-password-1' };
      expect(await signInWithPassword(database.pool, foreign, other)).toBeNull();
      expect(
        await readSession(
          { pool: database.pool, secret: 'x'.repeat(40) },
          'authjs.session-token=forged',
          'WBL',
        ),
      ).toBeUndefined();
    } finally {
      await database.drop();
    }
  });
});
