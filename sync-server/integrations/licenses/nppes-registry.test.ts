import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LicenseQuery, LicenseRegistry } from './license-registry.ts';
import { nppesRegistry } from './nppes-registry.ts';

const clara: LicenseQuery = {
  npi: '1234567893',
  designation: 'MEDICAL_DOCTOR',
  licenseNumber: 'MD-204518',
  state: 'MA',
  firstName: 'Clara',
  lastName: "O'Novák",
};
const provider = (more: object = {}, taxonomy: object = {}) => ({
  result_count: 1,
  results: [
    {
      number: '1234567893',
      basic: { first_name: 'CLARA', last_name: 'ONOVAK', status: 'A', credential: 'M.D.' },
      taxonomies: [{ code: '207R00000X', license: '0204518', state: 'MA', primary: true, ...taxonomy }],
      ...more,
    },
  ],
});

let server: http.Server;
let registry: LicenseRegistry;
let answer: { status: number; body: string } = { status: 200, body: '' };
const requestUrls: string[] = [];
beforeAll(async () => {
  server = http.createServer((request, response) => {
    requestUrls.push(request.url ?? '');
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  registry = nppesRegistry(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/?pretty=false`);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const setAnswer = (body: unknown, status = 200) => {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
};

test('a license with matching NPI, name, state and number is valid; only the NPI is sent', async () => {
  setAnswer(provider());
  expect(await registry.checkLicense(clara)).toMatchObject({ verdict: 'RIGHT' });
  expect(requestUrls.at(-1)).toBe('/api/?pretty=false&version=2.1&number=1234567893');
});

test('an unknown or inactive NPI, or that of another person, is invalid', async () => {
  setAnswer({ result_count: 0, results: [] });
  expect(await registry.checkLicense(clara)).toMatchObject({
    verdict: 'WRONG',
    message: 'The registry does not know this NPI. Check the number.',
  });
  setAnswer({ Errors: [{ description: 'No such number' }] });
  expect(await registry.checkLicense(clara)).toMatchObject({ verdict: 'WRONG' });
  setAnswer(provider({ basic: { first_name: 'CLARA', last_name: 'NOWAK', status: 'A' } }));
  expect((await registry.checkLicense(clara)).message).toContain('under another name');
  setAnswer(provider({ basic: { first_name: 'CLARA', last_name: 'ONOVAK', status: 'D' } }));
  expect((await registry.checkLicense(clara)).message).toContain('not active');
});

test('a former name is valid; another number in the state is invalid; no license in the state needs a reviewer', async () => {
  setAnswer(
    provider({
      basic: { first_name: 'CLARA', last_name: 'SMITH', status: 'A' },
      other_names: [{ first_name: 'Clara', last_name: "O'Novak" }],
    }),
  );
  expect(await registry.checkLicense(clara)).toMatchObject({ verdict: 'RIGHT' });
  setAnswer(provider({}, { license: '999' }));
  expect((await registry.checkLicense(clara)).verdict).toBe('WRONG');
  setAnswer(provider({}, { state: 'NH' }));
  expect((await registry.checkLicense(clara)).verdict).toBe('REVIEW');
});

test('a license without NPI is not checked', async () => {
  const before = requestUrls.length;
  expect((await registry.checkLicense({ ...clara, npi: null })).verdict).toBe('REVIEW');
  expect((await registry.checkLicense({ ...clara, designation: 'NON_LICENSED_PROVIDER' })).verdict).toBe(
    'REVIEW',
  );
  expect(requestUrls.length).toBe(before);
});

test('a registry that is unavailable, broken or redirecting decides nothing', async () => {
  for (const [status, body] of [
    [503, ''],
    [200, '<html>'],
    [200, '{"something":"else"}'],
    [302, ''],
  ] as const) {
    setAnswer(body, status);
    await expect(registry.checkLicense(clara)).rejects.toThrow('The registry');
  }
  await expect(nppesRegistry('http://127.0.0.1:1/').checkLicense(clara)).rejects.toThrow(
    'The registry cannot be reached.',
  );
});
