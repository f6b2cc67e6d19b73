import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sitePathOf } from '#db/access/site-paths.ts';
import { PreferenceForm } from '#db/identity/preference-form.ts';
import { EMAIL_KINDS } from '#db/records/emails/email-kind.ts';
import { EMAIL_KIND } from '#db/records/emails/email-kind-facts.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { buildSampleEmail } from './sample-emails.ts';

const SERVER = path.join(import.meta.dirname, '../../..');
const NOT_SENDERS = /sample-emails|sample-notifications|\.test\.ts$|account-lab|demo-server/;

/** The source files that may send emails, without those for samples or tests. */
const SENDERS = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !NOT_SENDERS.test(file))
  .map((file) => ({ file, source: readFileSync(path.join(SERVER, file), 'utf8') }));
const queueing = SENDERS.filter(({ source }) => source.includes('queueMail(')).map(({ file }) =>
  path.basename(file),
);
/** Report whether a source file writes to the outbox, itself or through its calls. */
const sends = ({ file, source }: (typeof SENDERS)[number]): boolean =>
  queueing.includes(path.basename(file)) || queueing.some((name) => source.includes(`/${name}'`));

const env = readEnv({
  AUTH_SECRET: 'a secret of the tests, long enough to be one',
  PUBLIC_URLS: 'WBL=https://lab.example,RESONANT=https://clinic.example',
});

test.each(EMAIL_KINDS)('%s is sent by the server, or its news is part of another kind that is', (kind) => {
  const sentAs = EMAIL_KIND[kind].within ?? kind;
  const by = SENDERS.filter((one) => one.source.includes(`'${sentAs}'`) && sends(one));
  expect(by.map(({ file }) => file)).not.toEqual([]);
});

test.each(EMAIL_KINDS)(
  '%s has an email in the design of each business entity, as text and as HTML',
  (kind) => {
    for (const entity of BUSINESS_ENTITIES) {
      const site = entity === 'WBL' ? 'https://lab.example' : 'https://clinic.example';
      const { subject, text, html } = buildSampleEmail(kind, { env, entity, site, person: 'Ann Brook' });
      expect(subject).toMatch(/^\S.{5,90}$/);
      expect(html).toContain(entity === 'WBL' ? '>WBL<' : '>RESONANT<');
      expect(html).not.toMatch(/<(img|script|link|iframe|form)\b|undefined|null|NaN|\{\w+\}/);
      expect(text).not.toMatch(/<\/|&amp;|undefined|null|NaN|\{\w+\}|\n\n\n/);
      // No link leads to the other business entity's site.
      expect(`${text}${html}`).not.toContain(entity === 'WBL' ? 'clinic.example' : 'lab.example');
    }
  },
);

test.each(EMAIL_KINDS)('%s links to no page of the site that does not exist yet', (kind) => {
  for (const entity of BUSINESS_ENTITIES) {
    const site = entity === 'WBL' ? 'https://lab.example' : 'https://clinic.example';
    const { text } = buildSampleEmail(kind, { env, entity, site, person: 'Ann Brook' });
    const led = [...text.matchAll(/https:\/\/\S+/g)].map(([url]) => sitePathOf(new URL(url).pathname));
    expect(led.filter((page) => page?.built === false)).toEqual([]);
  }
});

test('the kinds sent by preference are those marked in the domain, and each choice is one of the preferences', () => {
  const by = (choice: string) => EMAIL_KINDS.filter((kind) => EMAIL_KIND[kind].choice === choice);
  expect(by('emailUpdateFrequency')).toEqual([
    'SPECIMENS_RECEIVED',
    'STATUS_CHANGED',
    'RESULTS_READY',
    'STATUS_DIGEST',
  ]);
  expect(by('orderCompleteEmail')).toEqual(['ORDER_COMPLETED']);
  const choices = EMAIL_KINDS.flatMap((kind) => EMAIL_KIND[kind].choice ?? []);
  expect(new Set(choices)).toEqual(new Set(Object.keys(PreferenceForm.shape)));
});
