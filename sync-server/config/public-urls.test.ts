import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';
import { isStaffAddress } from './mail-settings.ts';
import { publicUrl } from './public-urls.ts';

describe('the address that links in emails begin with', () => {
  it('is that of the host on this machine, with its port', () => {
    const env = readEnv({ PORT: '4000' });
    expect([publicUrl(env, 'WBL'), publicUrl(env, 'RESONANT')]).toEqual([
      'http://localhost:4000',
      'http://resonant.localhost:4000',
    ]);
  });

  it('is https at a host of the world, and what the settings say before all', () => {
    const env = readEnv({
      ENTITY_HOSTS: 'lab.example.org=WBL,clinic.example.org=RESONANT',
      PUBLIC_URLS: 'RESONANT=https://portal.example.org/',
    });
    expect([publicUrl(env, 'WBL'), publicUrl(env, 'RESONANT')]).toEqual([
      'https://lab.example.org',
      'https://portal.example.org',
    ]);
  });

  it('is refused when it is none', () => {
    expect(() => readEnv({ PUBLIC_URLS: 'WBL=lab.example.org' })).toThrow('is not ENTITY=https://host');
    expect(() => readEnv({ PUBLIC_URLS: 'WBL=https://a.example/path' })).toThrow(
      'is not ENTITY=https://host',
    );
    expect(() => readEnv({ SMTP_URL: 'http://mail.example' })).toThrow('SMTP_URL must begin with smtp://');
  });
});

describe('staff addresses', () => {
  it('are those of three domains, or of the ones that are named', () => {
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
