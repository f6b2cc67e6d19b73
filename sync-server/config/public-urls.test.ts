import { describe, expect, it } from 'vitest';
import { publicUrl } from './entity-addresses.ts';
import { isStaffAddress, readEnv } from './env.ts';

describe('the base URL of links in emails', () => {
  it('is the local host with its port by default', () => {
    const env = readEnv({ PORT: '4000' });
    expect([publicUrl(env, 'WBL'), publicUrl(env, 'RESONANT')]).toEqual([
      'http://localhost:4000',
      'http://resonant.localhost:4000',
    ]);
  });

  it('is https for a public host, and a configured URL takes precedence', () => {
    const env = readEnv({
      ENTITY_HOSTS: 'lab.example.org=WBL,clinic.example.org=RESONANT',
      PUBLIC_URLS: 'RESONANT=https://portal.example.org/',
    });
    expect([publicUrl(env, 'WBL'), publicUrl(env, 'RESONANT')]).toEqual([
      'https://lab.example.org',
      'https://portal.example.org',
    ]);
  });

  it('must be a valid URL', () => {
    expect(() => readEnv({ PUBLIC_URLS: 'WBL=lab.example.org' })).toThrow('is not ENTITY=https://host');
    expect(() => readEnv({ PUBLIC_URLS: 'WBL=https://a.example/path' })).toThrow(
      'is not ENTITY=https://host',
    );
    expect(() => readEnv({ SMTP_URL: 'http://mail.example' })).toThrow('SMTP_URL must begin with smtp://');
  });
});

describe('staff addresses', () => {
  it('have three default domains, or the configured ones', () => {
    const { STAFF_EMAIL_DOMAINS } = readEnv({});
    expect(STAFF_EMAIL_DOMAINS).toHaveLength(3);
    expect(isStaffAddress('Tess@WBL.example', STAFF_EMAIL_DOMAINS)).toBe(true);
    expect(isStaffAddress('tess@wbl.example.evil.example', STAFF_EMAIL_DOMAINS)).toBe(false);
    expect(isStaffAddress('wbl.example@uni.example', STAFF_EMAIL_DOMAINS)).toBe(false);
    expect(readEnv({ STAFF_EMAIL_DOMAINS: 'lab.org, lab.com' }).STAFF_EMAIL_DOMAINS).toEqual([
      'lab.org',
      'lab.com',
    ]);
    expect(() => readEnv({ STAFF_EMAIL_DOMAINS: 'lab' })).toThrow('"lab" is not a domain');
  });
});
