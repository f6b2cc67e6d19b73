import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { localFiles } from './file-store.ts';

test('a file missing on the disk is not found, and a written one can be read', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'benchside-files-'));
  try {
    const store = localFiles(folder, 'a secret of at least thirty-two characters');
    await expect(store.read('pictures/missing')).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
    await store.write('pictures/there', Buffer.from('bytes'));
    const parts = await (await store.read('pictures/there')).toArray();
    expect(Buffer.concat(parts).toString()).toBe('bytes');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
