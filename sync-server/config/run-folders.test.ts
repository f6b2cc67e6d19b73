import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

test('run folders are absolute paths without repetition', () => {
  expect(readEnv({ RUN_FOLDERS: '/data/minknow/, /data/grid/../grid,/data/grid' })).toMatchObject({
    RUN_FOLDERS: ['/data/minknow', '/data/grid'],
    RUN_IDLE_MINUTES: 10,
  });
  expect(readEnv({}).RUN_FOLDERS).toEqual([]);
});

test.each(['runs', './runs', '/', '/data/..'])('the run folder %s is refused', (folder) => {
  expect(() => readEnv({ RUN_FOLDERS: folder })).toThrow(/RUN_FOLDERS .*is not an absolute path of a folder/);
});

test('an idle time of no minutes is refused', () => {
  expect(() => readEnv({ RUN_IDLE_MINUTES: '0' })).toThrow(/RUN_IDLE_MINUTES/);
});
