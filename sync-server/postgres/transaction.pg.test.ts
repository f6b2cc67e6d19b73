import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { inTransaction } from './transaction.ts';

describe('a transaction', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ empty: true });
    await database.pool.query(
      "CREATE TABLE slot (name text PRIMARY KEY, n int); INSERT INTO slot VALUES ('A1', 0), ('B1', 0)",
    );
  });
  afterAll(() => database.drop());

  it('is rolled back as a whole when its work fails', async () => {
    const work = inTransaction(database.pool, async (client) => {
      await client.query("UPDATE slot SET n = 9 WHERE name = 'A1'");
      throw new Error('occupied');
    });
    await expect(work).rejects.toThrow('occupied');
    expect((await database.pool.query("SELECT n FROM slot WHERE name = 'A1'")).rows).toEqual([{ n: 0 }]);
  });

  it('runs again after a deadlock, so that both succeed', async () => {
    let waiting: (() => void) | undefined;
    const bothHold = new Promise<void>((resolve) => {
      let holders = 0;
      waiting = () => {
        holders += 1;
        if (holders === 2) resolve();
      };
    });
    const take = (names: readonly string[]) =>
      inTransaction(database.pool, async (client) => {
        await client.query('UPDATE slot SET n = n + 1 WHERE name = $1', [names[0]]);
        waiting?.();
        await bothHold;
        await client.query('UPDATE slot SET n = n + 1 WHERE name = $1', [names[1]]);
      });
    await Promise.all([take(['A1', 'B1']), take(['B1', 'A1'])]);
    expect((await database.pool.query('SELECT sum(n) AS n FROM slot')).rows).toEqual([{ n: 4 }]);
  });

  it('waits for a lock twice before it gives up', async () => {
    const holder = await database.pool.connect();
    await holder.query("BEGIN; UPDATE slot SET n = n WHERE name = 'A1'");
    let tried = 0;
    const work = inTransaction(
      database.pool,
      (client) => {
        tried += 1;
        return client.query("UPDATE slot SET n = n WHERE name = 'A1'");
      },
      100,
    );
    await expect(work).rejects.toMatchObject({ code: '55P03' });
    expect(tried).toBe(2);
    await holder.query('ROLLBACK');
    holder.release();
  });

  it("succeeds when the lock's holder ends while it waits", async () => {
    const holder = await database.pool.connect();
    await holder.query("BEGIN; UPDATE slot SET n = 7 WHERE name = 'B1'");
    const work = inTransaction(
      database.pool,
      async (client) => {
        await client.query("UPDATE slot SET n = n + 1 WHERE name = 'B1'");
      },
      10_000,
    );
    await holder.query('COMMIT');
    holder.release();
    await work;
    expect((await database.pool.query("SELECT n FROM slot WHERE name = 'B1'")).rows).toEqual([{ n: 8 }]);
  });
});
