import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';
import { type AccountLab, newCustomer, openAccountLab } from '../account-lab.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const MARKUP = '<img src=x onerror=alert(1)>"\'</script><script>alert(2)</script>{{7*7}}';

test('stored XSS: markup in a name is returned unchanged, in JSON that no browser renders as a page', async () => {
  const browser = lab.browser();
  await lab.signIn(browser, 'company-manager@wbl.example');
  await browser.patch('/api/users/profile').send({ firstName: MARKUP, lastName: MARKUP }).expect(200);
  for (const path of ['/api/auth/session', '/api/users', '/api/auth/providers', '/api/nothing']) {
    const { headers, text } = await browser.get(path);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(headers['cache-control']).toContain('no-store');
    if (path === '/api/users') expect(JSON.stringify(JSON.parse(text))).toContain('<img src=x');
  }
});

test('stored XSS: an exported table is a file, not a page, and no cell starts a formula', async () => {
  const browser = lab.browser();
  await lab.signIn(browser, 'company-manager@wbl.example');
  const formula = '=HYPERLINK("https://evil.example","x")';
  await browser.patch('/api/users/profile').send({ firstName: formula, lastName: 'Tate' }).expect(200);
  const { headers, text } = await browser.get('/api/users/export').expect(200);
  expect(headers['content-type']).toMatch(/^text\/csv/);
  expect(headers['content-disposition']).toMatch(/^attachment/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(text).toContain('HYPERLINK');
  expect(text).not.toMatch(/(^|,)"?=HYPERLINK/m);
});

test('stored XSS: markup in an email is text', () => {
  const { html } = renderEmail('WBL', {
    subject: MARKUP,
    heading: MARKUP,
    paragraphs: [MARKUP],
    facts: [[MARKUP, MARKUP]],
    action: { label: MARKUP, url: 'https://localhost/#token=x"onclick="alert(1)' },
    footnote: MARKUP,
  });
  expect(html).not.toMatch(/<img src=x|<script/i);
  expect(html).not.toContain('"onclick="');
});

test('stored XSS: an error page and a refused body never echo the sent text as a page', async () => {
  const answers = [
    await lab.browser().get(`/api/${encodeURIComponent(MARKUP)}`),
    await lab.browser().get(`/api/auth/error?error=${encodeURIComponent(MARKUP)}`),
    await lab.browser().post('/api/create-account').send(newCustomer(MARKUP)),
  ];
  for (const { headers, text } of answers) {
    expect(`${headers['location'] ?? ''}${text}`).not.toContain('<img');
    if (headers['content-type']?.startsWith('text/html')) expect(text).not.toContain('alert(');
  }
});
