import { afterEach, expect, test } from 'vitest';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { ALL_PARTS } from '#sync-server/postgres/acceleration/parts.ts';
import { pushOperations } from './push-operations.ts';
import { envelope, openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab | undefined;
afterEach(() => lab?.database.drop());

const revOf = async ({ database: { owner } }: TestLab, id: string): Promise<number> => {
  const { rows } = await owner.query<{ rev: string }>('SELECT rev FROM storage_management WHERE id = $1', [
    id,
  ]);
  return Number(rows[0]?.rev);
};

test.each([
  ['with acceleration', ALL_PARTS],
  ['without acceleration', new Set<never>()],
])(
  'a container that a colleague moved is moved again without a warning by a person who saw that (%s)',
  async (_, parts) => {
    const testLab = await openTestLab(parts);
    lab = testLab;
    const engine = { ...testLab.engine, operationNamed };
    for (const [id, type] of [
      ['shelf-a', 'SHELF'],
      ['shelf-b', 'SHELF'],
      ['box', 'BOX'],
    ] as const)
      await testLab.insert(storageManagement, buildStorageManagement({ id, name: id, type }));
    const move = async (actor: Actor, parentId: string, base: Record<string, number>, at: string) => {
      const deviceId = await testLab.enroll(actor);
      const args = { containerId: 'box', parentId, position: null };
      const operation = envelope(1, 'move-container', args, {
        occurredAt: `2026-11-21T09:0${at}:00.000Z`,
        base,
      });
      const { verdicts } = await pushOperations(engine, actor, {
        deviceId,
        protocol: 1,
        operations: [operation],
      });
      return verdicts[0];
    };
    expect(await move(testLab.tess, 'shelf-a', {}, '1')).toMatchObject({ outcome: 'APPLIED' });
    const stale = { box: 0 };
    const current = { box: await revOf(testLab, 'box') };
    expect(await move(testLab.mara, 'shelf-b', current, '2')).toMatchObject({ outcome: 'APPLIED' });
    expect(await move(testLab.tess, 'shelf-a', stale, '3')).toMatchObject({ code: 'SEEN_ELSEWHERE' });
  },
);
