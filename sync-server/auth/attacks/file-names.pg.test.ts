import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let lab: DemoServer;
const folder = mkdtempSync(path.join(os.tmpdir(), 'file-names-'));
beforeAll(async () => {
  lab = await openDemoServer();
  lab.services.env = { ...lab.services.env, DATA_DIR: folder };
});
afterAll(async () => {
  await lab.close();
  rmSync(folder, { recursive: true });
});

const announce = (title: string, more: object = {}) =>
  lab.call('LAB_TECH', 'post', '/api/s3/presigned', {
    title,
    size: PNG.length,
    type: 'image/png',
    fileType: 'IMAGE',
    ...more,
  });

const REFUSALS: Readonly<Record<string, string>> = {
  'a path': '../../etc/cron.d/me.png',
  'a path from the root': '/etc/passwd.png',
  'a path of Windows': '..\\..\\windows\\me.png',
  'a NUL before the ending': 'me.php\u0000.png',
  'a line break': 'me\r\nContent-Type: text/html\r\n\r\n.png',
  'an escape for terminals': 'me\u001b[2J.png',
  'a turned reading direction': 'me\u202egnp.exe.png',
  'an invisible character': 'me\u200b.png',
  'half a character': 'me\ud800.png',
  'more than 255 characters': `${'x'.repeat(252)}.png`,
  'nothing but an ending': '.png',
  'a program behind a picture': 'me.png.exe',
  'a page behind a picture': 'me.png.html',
  'a drawing that runs scripts': 'me.svg',
  'no ending': 'me',
};

test.each(Object.entries(REFUSALS))(
  'a file name attack is refused before anything is stored: %s',
  async (_kind, title) => {
    const before = await lab.rows('SELECT count(*)::int AS n FROM s3_file');
    const { status } = await announce(title);
    expect([400, 422]).toContain(status);
    expect(await lab.rows('SELECT count(*)::int AS n FROM s3_file')).toEqual(before);
  },
);

test('a name decides neither storage path nor content type: markup and double extensions are plain text', async () => {
  for (const title of [
    '<img src=x onerror=alert(1)>.png',
    'page.html.png',
    "'; DROP TABLE s3_file; --.png",
    `${'a'.repeat(251)}.png`,
  ]) {
    const { status, body } = await announce(title);
    expect([title, status]).toEqual([title, 200]);
    expect(body.key).toMatch(/^images\/[0-9A-Z]{26}$/);
    expect(`${body.url}`).not.toContain('onerror');
    await request(lab.server)
      .put(body.url)
      .set(lab.headersOf('LAB_TECH'))
      .set('Content-Type', 'image/png')
      .send(PNG)
      .expect(204);
  }
  const images = path.join(folder, 'files', 'images');
  expect(existsSync(images) && readdirSync(images).every((name) => /^[0-9A-Z]{26}$/.test(name))).toBe(true);
  expect(readdirSync(folder)).toEqual(['files']);
});

test('a page that claims to be a picture is refused, whatever its name and type say', async () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const { body } = await announce('me.png', { size: page.length });
  const response = await request(lab.server)
    .put(body.url)
    .set(lab.headersOf('LAB_TECH'))
    .set('Content-Type', 'image/png')
    .send(page);
  expect(response.status).toBe(422);
  for (const type of ['text/html', 'image/svg+xml', 'image/png; charset=x', 'application/x-php'])
    expect([type, (await announce('me.png', { type })).status]).toEqual([type, 422]);
});

test('keys that contain a path delete nothing', async () => {
  for (const key of ['../../etc/passwd', 'images/../../x', 'images/%2e%2e/x', 'images/*', '']) {
    const { status } = await lab.call('ADMIN', 'delete', '/api/s3/delete', {
      fileType: 'IMAGE',
      s3Keys: [key],
    });
    expect([key, [404, 422].includes(status)]).toEqual([key, true]);
  }
});
