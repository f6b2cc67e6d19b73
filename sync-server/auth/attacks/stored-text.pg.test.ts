import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DemoServer, type Method, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
const ids: Record<string, string> = {};
beforeAll(async () => {
  lab = await openDemoServer();
  const device = await lab.call('LAB_MANAGER', 'post', '/api/sync/devices', { name: 'Zebra' });
  ids['device'] = device.body.deviceId;
  const first = async (key: string, sql: string) => {
    ids[key] = (await lab.rows<{ id: string }>(sql))[0]?.id ?? '';
  };
  await first('company', `SELECT id FROM company WHERE entity = 'WBL' AND name = 'Northfield Biotech'`);
  await first('person', `SELECT user_id AS id FROM user_company WHERE entity = 'WBL' AND role = 'LAB_TECH'`);
  await first(
    'section',
    `SELECT id FROM assigned_section WHERE entity = 'WBL' AND completion_event_id IS NULL LIMIT 1`,
  );
});
beforeEach(() => lab.rows('DELETE FROM attempt'));
afterAll(() => lab.close());

interface TextField {
  method: Method;
  path(): string;
  body(text: string): object;
  by?: 'LAB_TECH' | 'LAB_MANAGER';
}

const company = (rest = ''): string => `/api/companies/${ids['company']}${rest}`;
const address = (field: string) => (text: string) => ({
  kind: 'SHIPPING',
  line1: '1 Main St',
  city: 'Boston',
  state: 'MA',
  postalCode: '02115',
  [field]: text,
});

/** Single-line texts, for every place where people write one. */
const LINES: Readonly<Record<string, TextField>> = {
  'first name': { method: 'patch', path: () => '/api/users/profile', body: (firstName) => ({ firstName }) },
  'last name': {
    method: 'patch',
    path: () => `/api/users/${ids['person']}`,
    body: (lastName) => ({ lastName }),
  },
  'new company': {
    method: 'post',
    path: () => '/api/companies',
    body: (name) => ({ name, type: 'COMPANY' }),
  },
  'company name': { method: 'patch', path: company, body: (name) => ({ name, seenVersion: 1 }) },
  'customer number': {
    method: 'patch',
    path: company,
    body: (netSuiteCustomerId) => ({ netSuiteCustomerId, seenVersion: 1 }),
  },
  attention: { method: 'post', path: () => company('/addresses'), body: address('attention') },
  street: { method: 'post', path: () => company('/addresses'), body: address('line1') },
  city: { method: 'post', path: () => company('/addresses'), body: address('city') },
  'postal code': { method: 'post', path: () => company('/addresses'), body: address('postalCode') },
  'permission group': {
    method: 'post',
    path: () => '/api/permissions',
    body: (name) => ({ name, roles: ['CS_REP'], permissions: [] }),
  },
  'device name': {
    method: 'patch',
    path: () => `/api/sync/devices/${ids['device']}`,
    body: (name) => ({ name }),
    by: 'LAB_MANAGER',
  },
};

/** Multi-line texts. */
const TEXTS: Readonly<Record<string, TextField>> = {
  'why a company is held': { method: 'patch', path: () => company('/hold'), body: (reason) => ({ reason }) },
  'why a person is deactivated': {
    method: 'patch',
    path: () => '/api/users/toggle-status',
    body: (reason) => ({ userCompanyId: ids['person'], deactivated: true, reason }),
  },
  'a deviation': {
    method: 'patch',
    path: () => `/api/lab/assigned-sections/${ids['section']}`,
    body: (note) => ({ operation: 'note-deviation', args: { note } }),
    by: 'LAB_TECH',
  },
};

const HIDDEN: Readonly<Record<string, string>> = {
  'a NUL': 'Ann\u0000Lee',
  'a line break': 'Ann\r\nBcc: x@evil.example',
  'an escape for terminals': 'Ann\u001b[2J',
  'a turned reading direction': 'Ann\u202eeeL',
  'an invisible character': 'Ann\u200bLee',
  'a line of Unicode': 'Ann\u2028Lee',
  'only what is not seen': '\u200b\u200b',
};

const send = ({ method, path, body, by = undefined }: TextField, text: string) =>
  lab.call(by ?? 'ADMIN', method, path(), body(text));

test.each(Object.entries(LINES))(
  'stored text attack: invisible characters are refused in "%s"',
  async (_name, field) => {
    const before = await lab.fingerprint();
    for (const [kind, text] of Object.entries(HIDDEN)) {
      const { status } = await send(field, text);
      expect([kind, [400, 422].includes(status)]).toEqual([kind, true]);
    }
    expect((await send(field, 'x'.repeat(5_000))).status).toBe(422);
    expect([400, 422]).toContain((await send(field, 'Ann \ud800')).status);
    expect(await lab.fingerprint()).toBe(before);
  },
);

test.each(Object.entries({ ...LINES, ...TEXTS }))(
  'stored text attack: markup, SQL and templates in "%s" stay text and are returned as JSON',
  async (_name, field) => {
    for (const text of [
      '<img src=x onerror=alert(1)>',
      "'; DROP TABLE event; --",
      '{{7*7}}#{7*7}',
      '=1+1',
      '%s%n',
      '__proto__',
    ]) {
      const { status, headers } = await send(field, text);
      expect([text, status < 500]).toEqual([text, true]);
      expect(headers['content-type'] ?? 'application/json').toMatch(/^application\/json/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
    expect(await lab.rows('SELECT count(*)::int > 0 AS there FROM event')).toEqual([{ there: true }]);
  },
);

test.each(Object.entries(TEXTS))(
  'stored text attack: "%s" refuses NUL, half characters and very long text',
  async (_name, field) => {
    const before = await lab.fingerprint();
    for (const text of ['a\u0000b', 'a\ud800b', 'x'.repeat(50_000)]) {
      const { status } = await send(field, text);
      expect([text.slice(0, 5), status >= 400 && status < 500]).toEqual([text.slice(0, 5), true]);
    }
    expect(await lab.fingerprint()).toBe(before);
  },
);

test('stored text attack: a device is enrolled with the readable part of its name', async () => {
  for (const [requestedName, storedName] of [
    ['Zebra\u202e\u0000 TC52', 'Zebra  TC52'],
    ['\u200b', 'Handheld'],
  ] as const) {
    const { status, body } = await lab.call('LAB_TECH', 'post', '/api/sync/devices', { name: requestedName });
    const [row] = await lab.rows('SELECT name FROM device WHERE id = $1', [body.deviceId]);
    expect([status, row?.['name']]).toEqual([200, storedName]);
  }
});
