import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Migration, migrate, readMigrations } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const migration = (name: string, sql: string): Migration => ({
  name,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
});

const first = migration('0001_box.sql', 'CREATE TABLE box (id text PRIMARY KEY)');
const second = migration('0002_rack.sql', 'CREATE TABLE rack (id text PRIMARY KEY)');

describe('migrations', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase({ empty: true });
  });
  afterEach(() => database.drop());

  it('run once, in order, and later only the missing ones', async () => {
    expect(await migrate(database.pool, [first])).toEqual(['0001_box.sql']);
    expect(await migrate(database.pool, [first, second])).toEqual(['0002_rack.sql']);
    expect(await migrate(database.pool, [first, second])).toEqual([]);
  });

  it('run once when two servers start together', async () => {
    const results = await Promise.all([
      migrate(database.pool, [first, second]),
      migrate(database.pool, [first, second]),
    ]);
    expect(results.flat().sort()).toEqual(['0001_box.sql', '0002_rack.sql']);
  });

  it('fail if an applied migration was changed', async () => {
    await migrate(database.pool, [first]);
    await expect(migrate(database.pool, [migration(first.name, `${first.sql} -- later`)])).rejects.toThrow(
      'Migration 0001_box.sql was changed after it was applied. Put its change in a new file.',
    );
  });

  it('fail if the database is newer than the program', async () => {
    await migrate(database.pool, [first, second]);
    await expect(migrate(database.pool, [first])).rejects.toThrow('Start the newer version.');
  });

  it('roll back on an error and report where', async () => {
    const broken = migration('0002_broken.sql', 'CREATE TABLE half (id text);\nCREATE TABLE oops (');
    await expect(migrate(database.pool, [first, broken])).rejects.toThrow(
      /^Migration 0002_broken\.sql line 2: /,
    );
    const { rows } = await database.pool.query(
      "SELECT to_regclass('half') AS half, to_regclass('box')::text AS box",
    );
    expect(rows).toEqual([{ half: null, box: 'box' }]);
  });
});

describe('the migrations folder', () => {
  it('rejects two files with one number and names without a description', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'migrations-'));
    writeFileSync(path.join(folder, '0001_box.sql'), '');
    writeFileSync(path.join(folder, '0001_rack.sql'), '');
    expect(() => readMigrations(folder)).toThrow(
      'Two migrations have the number 0001. Give 0001_rack.sql the next free one.',
    );
    rmSync(path.join(folder, '0001_rack.sql'));
    writeFileSync(path.join(folder, 'fix.sql'), '');
    expect(() => readMigrations(folder)).toThrow(
      'Migration fix.sql must be named like 0001_what_it_does.sql.',
    );
    rmSync(folder, { recursive: true });
  });
});
