import { describe, expect, it, test } from 'vitest';
import { readEnv } from './env.ts';

describe('the environment', () => {
  it('needs no variables', () => {
    const env = readEnv({ PORT: '', UNRELATED: 'x' });
    expect([env.PORT, env.HOST, env.DATA_DIR, env.DATABASE_URL]).toEqual([
      3000,
      '127.0.0.1',
      './data',
      undefined,
    ]);
    expect([...env.ENTITY_HOSTS]).toEqual([
      ['localhost', 'WBL'],
      ['resonant.localhost', 'RESONANT'],
    ]);
    expect(env.SITE_VARIANT).toEqual({ WBL: 'lab-services', RESONANT: 'clinical' });
  });

  it('reports every wrong variable in one line', () => {
    const wrong = {
      PORT: 'many',
      DATABASE_URL: 'mysql://x',
      AUTH_SECRET: 'short',
      LAB_TIMEZONE: 'Mars/Base',
    };
    expect(() => readEnv(wrong)).toThrow(
      /^PORT .*; DATABASE_URL must begin with postgres:\/\/; AUTH_SECRET needs .*; LAB_TIMEZONE is not/,
    );
  });

  it('requires an application address beside one for migrations', () => {
    expect(() => readEnv({ MIGRATION_DATABASE_URL: 'postgres://owner@db.example/bench' })).toThrow(
      'MIGRATION_DATABASE_URL is of no use without DATABASE_URL',
    );
  });

  it('changes the variant of one entity only', () => {
    expect(readEnv({ SITE_VARIANT: 'WBL=clinical' }).SITE_VARIANT).toEqual({
      WBL: 'clinical',
      RESONANT: 'clinical',
    });
    expect(() => readEnv({ SITE_VARIANT: 'WBL=shop' })).toThrow('"WBL=shop" is not ENTITY=VARIANT');
  });
});

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

const ANALYSIS_SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

test.each([
  'https://pipeline.example/start',
  'http://127.0.0.1:8080/',
  'http://localhost/start',
  'http://[::1]:8080/',
])('a pipeline at %s is accepted', (ANALYSIS_URL) => {
  expect(readEnv({ ANALYSIS_URL, ANALYSIS_SECRET })).toMatchObject({ ANALYSIS_URL });
});

test.each([
  'http://pipeline.example/',
  'http://127.0.0.1.example/',
  'https://user:password@pipeline.example/',
  'ftp://127.0.0.1/',
  'pipeline',
])('a pipeline at %s is refused', (ANALYSIS_URL) => {
  expect(() => readEnv({ ANALYSIS_URL, ANALYSIS_SECRET })).toThrow(/ANALYSIS_URL/);
});

test('a pipeline needs an address and a long secret', () => {
  const ANALYSIS_URL = 'https://pipeline.example/';
  expect(() => readEnv({ ANALYSIS_URL })).toThrow(/set together/);
  expect(() => readEnv({ ANALYSIS_URL, ANALYSIS_SECRET: 'whsec_c2hvcnQ=' })).toThrow(/24 to 64 bytes/);
  expect(() => readEnv({ ANALYSIS_URL, ANALYSIS_SECRET: 'x'.repeat(40) })).toThrow(/24 to 64 bytes/);
});
