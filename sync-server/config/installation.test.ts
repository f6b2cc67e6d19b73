import { expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { loadsDemoLab, missingSecrets, usesSimulators } from './installation.ts';

const DATABASE_URL = 'postgres://lab:secret@db.example/bench';
const ENTITY_HOSTS = 'lab.example.org=WBL,clinic.example.org=RESONANT';
const AUTH_SECRET = 'long enough to be a secret of sessions';

test.each([
  ['the embedded Postgres on local hosts', {}, true],
  ['a real Postgres', { DATABASE_URL }, false],
  ['public hosts', { ENTITY_HOSTS }, false],
  ['one public host', { ENTITY_HOSTS: 'localhost=WBL,clinic.example.org=RESONANT' }, false],
  ['a real Postgres that asks for it', { DATABASE_URL, DEMO: '1' }, true],
  ['the embedded Postgres that refuses it', { DEMO: '0' }, false],
])('only settings decide whether %s gets the demo lab', (_installation, settings, loads) => {
  expect(loadsDemoLab(readEnv(settings))).toBe(loads);
  expect(usesSimulators(readEnv(settings))).toBe(loads);
});

test('simulators of cards and carriers can be switched on and off separately', () => {
  expect(usesSimulators(readEnv({ DATABASE_URL, SIMULATORS: '1' }))).toBe(true);
  expect(usesSimulators(readEnv({ SIMULATORS: '0' }))).toBe(false);
});

test('a server that others reach needs its secret', () => {
  expect(missingSecrets(readEnv({ ENTITY_HOSTS }))).toEqual([
    expect.stringContaining('AUTH_SECRET is not set'),
  ]);
  expect(missingSecrets(readEnv({ ENTITY_HOSTS, AUTH_SECRET }))).toEqual([]);
  expect(missingSecrets(readEnv({}))).toEqual([]);
});
